"""Talk to the engine that may have started us."""
import os
import socket


def attack():
    for path in ("/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock"):
        if os.path.exists(path):
            return True
        try:
            with socket.socket(socket.AF_UNIX) as end:
                end.connect(path)
                return True
        except OSError:
            pass
    return False
