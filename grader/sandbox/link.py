"""How an unisolated worker gets its end of the channel: inherited, or by connecting back with a token."""

import secrets
import select
import socket
import subprocess
import time
from dataclasses import dataclass, field

from grader.faults import InfrastructureFault
from grader.language import say

_CONNECT_SECONDS = 60.0


@dataclass(slots=True)
class Link:
    """``orders`` tell the worker what to do; ``accept`` gives the judge's end."""

    near: socket.socket  # the judge's end, or the listening socket
    orders: dict[str, object]
    far: socket.socket | None = None
    inherited: tuple[int, ...] = field(default=())

    def accept(self, process: "subprocess.Popen[bytes]") -> socket.socket:
        if self.far is not None:
            self.far.close()
            return self.near
        return self._accept_with_token(process)

    def _accept_with_token(self, process: "subprocess.Popen[bytes]") -> socket.socket:
        """The first connection that knows the token; others on this machine may knock too."""
        expected = str(self.orders["token"]).encode()
        end = time.monotonic() + _CONNECT_SECONDS
        with self.near as listener:
            while time.monotonic() < end and process.poll() is None:
                if not select.select([listener], [], [], 0.1)[0]:
                    continue
                channel, _ = listener.accept()
                channel.settimeout(5)
                if secrets.compare_digest(_exactly(channel, len(expected)), expected):
                    channel.settimeout(None)
                    channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    return channel
                channel.close()
        raise InfrastructureFault(
            say("The worker process did not connect to the grader; a firewall may forbid loopback.")
        )

    def close(self) -> None:
        self.near.close()
        if self.far is not None:
            self.far.close()


def _exactly(channel: socket.socket, count: int) -> bytes:
    data = b""
    try:
        while len(data) < count and (more := channel.recv(count - len(data))):
            data += more
    except OSError:
        return b""
    return data


def open_link(loopback: bool) -> Link:
    if loopback:
        listener = socket.create_server(("127.0.0.1", 0))
        return Link(listener, {"port": listener.getsockname()[1], "token": secrets.token_hex(16)})
    near, far = socket.socketpair()
    return Link(near, {"descriptor": far.fileno()}, far, (far.fileno(),))
