"""Meet a neighbour over an abstract unix socket."""
import socket


def attack():
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            with socket.socket(socket.AF_UNIX, kind) as end:
                end.connect("\0torchgrade")
                return True
        except OSError:
            pass
    return False
