"""Gain rights by a set-id program."""
import os
import subprocess


def attack():
    for program in ("/usr/bin/su", "/usr/bin/sudo", "/usr/bin/passwd", "/usr/bin/newuidmap", "/usr/bin/mount"):
        try:
            out = subprocess.run([program, "-c", "id"], capture_output=True, timeout=1, check=False).stdout
            if b"uid=0" in out and os.getuid() != 0:
                return True
        except (OSError, subprocess.SubprocessError):
            pass
    return os.getuid() == 0 and os.access("/etc/shadow", os.R_OK)
