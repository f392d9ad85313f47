"""Read the memory of pid 1 and of the parent."""
import os


def attack():
    for pid in {1, os.getppid()} - {0, os.getpid()}:
        for name in ("mem", "maps", "environ", "root/etc/passwd"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    if name == "mem":
                        file.seek(0x400000)
                    if file.read(16):
                        return True
            except (OSError, OverflowError):
                pass
    return False
