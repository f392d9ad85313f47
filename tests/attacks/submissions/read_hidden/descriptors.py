"""Use descriptors that were left open."""
import os
import stat


def attack():
    found = False
    for number in range(3, 256):
        try:
            mode = os.fstat(number).st_mode
        except OSError:
            continue
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            try:
                print(number, os.readlink(f"/proc/self/fd/{number}"))
                if stat.S_ISDIR(mode):
                    os.listdir(number)
                found = found or "torchgrade" not in os.readlink(f"/proc/self/fd/{number}")
            except OSError:
                pass
    return found
