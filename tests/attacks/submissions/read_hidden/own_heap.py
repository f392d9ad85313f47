"""Scan the process's own memory for what was left in it before the fork."""
import re


def attack():
    needle = b"canary" + b"-in-the-"
    with open("/proc/self/maps") as maps:
        ranges = [line.split()[0] for line in maps if " rw-p " in line]
    with open("/proc/self/mem", "rb", 0) as memory:
        for where in ranges:
            start, end = (int(part, 16) for part in where.split("-"))
            if end - start > 64 << 20:
                continue
            try:
                memory.seek(start)
                block = memory.read(end - start)
            except (OSError, ValueError):
                continue
            for match in re.finditer(needle, block):
                following = block[match.end() : match.end() + 8]
                if following.startswith((b"checks", b"solution", b"data", b"env", b"neigh")):
                    print(block[match.start() : match.start() + 40])
                    return True
    return False
