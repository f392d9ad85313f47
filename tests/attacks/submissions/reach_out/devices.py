"""Use devices of the machine."""
import glob
import os
import stat

HARMLESS = {"null", "zero", "full", "random", "urandom", "tty", "ptmx"}


def attack():
    for path in glob.glob("/dev/**", recursive=True):
        path = os.path.realpath(path)
        try:
            mode = os.stat(path).st_mode
        except OSError:
            continue
        if (stat.S_ISBLK(mode) or stat.S_ISCHR(mode)) and os.path.basename(path) not in HARMLESS and "/pts/" not in path and not os.path.basename(path).startswith("nvidia"):
            try:
                os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
            except OSError:
                continue
            print(path)
            return True
    return False
