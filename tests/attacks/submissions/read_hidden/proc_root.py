"""Reach other processes' files through /proc/*/root, /proc/*/cwd and /proc/*/fd."""
import os


def attack():
    me = str(os.getpid())
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if pid in (me, "self"):
            continue
        for way in ("root", "cwd", "exe"):
            try:
                listing = os.listdir(f"/proc/{pid}/{way}")
            except OSError:
                continue
            if "exercises" in listing or "root" in listing or "home" in listing:
                print(pid, way, listing)
                return True
        try:
            for number in os.listdir(f"/proc/{pid}/fd"):
                os.readlink(f"/proc/{pid}/fd/{number}")
                return True
        except OSError:
            pass
    return False
