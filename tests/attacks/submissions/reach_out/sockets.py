"""Connect by every kind of socket."""
import socket


def attack():
    reached = False
    for family, kind, address in (
        (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 22)),
        (socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)),
        (socket.AF_INET6, socket.SOCK_STREAM, ("::1", 80)),
        (socket.AF_UNIX, socket.SOCK_STREAM, "/var/run/docker.sock"),
        (socket.AF_UNIX, socket.SOCK_STREAM, "\0/tmp/.X11-unix/X0"),
        (socket.AF_UNIX, socket.SOCK_STREAM, "/run/systemd/private"),
        (socket.AF_UNIX, socket.SOCK_STREAM, "/run/dbus/system_bus_socket"),
    ):
        try:
            with socket.socket(family, kind) as there:
                there.settimeout(0.2)
                there.connect(address)
                if kind == socket.SOCK_DGRAM:
                    there.send(b"canary")
                reached = True
                print("reached", address)
        except OSError:
            pass
    return reached
