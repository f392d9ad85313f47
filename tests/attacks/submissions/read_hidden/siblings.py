"""Look for the files and processes of other submissions."""
import glob
import os


def attack():
    me, folder = os.getpid(), os.path.dirname(os.path.realpath(__file__))
    others = [path for path in glob.glob("/proc/[0-9]*") if int(path[6:]) not in (1, me, os.getppid())]
    paths = [os.path.realpath(path) for path in glob.glob("/sandbox/**", recursive=True) + glob.glob("/tmp/**", recursive=True)]
    files = [path for path in paths if path.endswith(".py") and not path.startswith(folder)]
    print(others, files)
    return bool(others or files)
