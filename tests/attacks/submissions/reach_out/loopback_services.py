"""Look for services on the loopback."""
import socket


def attack():
    for port in (22, 80, 443, 2375, 5000, 8000, 8080, 8786, 11434):
        for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            try:
                with socket.socket(family, socket.SOCK_STREAM) as end:
                    end.settimeout(0.1)
                    end.connect((host, port))
                    return True
            except OSError:
                pass
    return False
