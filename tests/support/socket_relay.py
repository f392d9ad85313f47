"""A unix socket that anyone may use, in front of one that only its owner may."""

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def relayed(target: str, path: Path) -> Iterator[str]:
    """Connections to ``path`` are carried to the socket at ``target`` while this is open."""
    stop = threading.Event()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        path.chmod(0o666)
        listener.listen()
        accepting = threading.Thread(target=_accept, args=(listener, target, stop), daemon=True)
        accepting.start()
        try:
            yield str(path)
        finally:
            stop.set()
            accepting.join(10)


def _accept(listener: socket.socket, target: str, stop: threading.Event) -> None:
    carriers = []
    while not stop.is_set():
        if select.select([listener], [], [], 0.1)[0]:
            carriers.append(threading.Thread(target=_carry, args=(listener.accept()[0], target, stop), daemon=True))
            carriers[-1].start()
    for carrier in carriers:
        carrier.join(5)


def _carry(near: socket.socket, target: str, stop: threading.Event) -> None:
    with near, socket.socket(socket.AF_UNIX) as far, contextlib.suppress(OSError):
        far.connect(target)
        others = {near: far, far: near}
        while not stop.is_set():
            for ready in select.select([near, far], [], [], 0.1)[0]:
                data = ready.recv(1 << 16)
                if not data:
                    return
                others[ready].sendall(data)
