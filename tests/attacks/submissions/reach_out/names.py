"""Resolve a name."""
import socket


def attack():
    return bool(socket.getaddrinfo("example.org", 80))
