"""Read the command line and the environment of every process."""
import glob


def attack():
    found = False
    for path in glob.glob("/proc/*/cmdline") + glob.glob("/proc/*/environ"):
        try:
            with open(path, "rb") as file:
                text = file.read()
        except OSError:
            continue
        found = found or b"canary" in text or b"checks.py" in text
    return found
