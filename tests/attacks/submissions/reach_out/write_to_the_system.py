"""Write to the system, the library, the devices."""
import os
import sys

import torch


def attack():
    won = []
    for place in ("/usr/bin/x", "/etc/x", "/x", os.path.join(os.path.dirname(torch.__file__), "x.py"), sys.prefix + "/x",
                  "/dev/x", "/proc/sys/kernel/core_pattern", "/sys/x", os.path.dirname(os.__file__) + "/x.py"):
        try:
            with open(place, "w") as file:
                file.write("x")
            won.append(place)
        except OSError:
            pass
    print(won)
    return bool(won)
