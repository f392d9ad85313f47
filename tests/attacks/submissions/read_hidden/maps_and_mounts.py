"""See in the tables of mounts and mappings where the course lies."""
def attack():
    for name in ("mountinfo", "mounts", "maps"):
        with open(f"/proc/self/{name}") as file:
            if "ch01_target" in file.read():
                return True
    return False
