"""Sockets of rarer families."""
import socket


def attack():
    opened = []
    for name in ("AF_NETLINK", "AF_VSOCK", "AF_PACKET", "AF_ALG", "AF_BLUETOOTH", "AF_CAN"):
        family = getattr(socket, name, None)
        for kind in (socket.SOCK_RAW, socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind).close()
                opened.append(name)
            except (OSError, TypeError):
                pass
    print(opened)
    return bool(opened)
