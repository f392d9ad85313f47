"""The processes of one bubblewrap worker, held by pidfds and by the zygote's word on its end."""

import contextlib
import json
import os
import select
import socket
import time
from abc import ABC, abstractmethod

from grader.faults import InfrastructureFault
from grader.sandbox.cell import Cell, CellDied, Namespaces
from grader.sandbox.remedies import explained

_READY_SECONDS = 20.0
_END_SECONDS = 10.0


def _readable(descriptor: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


class ForkedLife(ABC):
    """A zygote's child, as the zygote tells of it. A driver says how it is killed and what else ends with it."""

    def __init__(self, socket_: socket.socket) -> None:
        self._socket = socket_
        self._pidfd: int | None = None
        self._status: int | None = None
        self._lost = False
        self._open = True

    def await_ready(self) -> None:
        """Until the child is isolated. Raises the fault, or CellDied when the zygote went away."""
        end = time.monotonic() + _READY_SECONDS
        while True:
            if not _readable(self._socket.fileno(), max(0.0, end - time.monotonic())):
                raise CellDied(f"A new worker was not isolated within {_READY_SECONDS:.0f} s.")
            message = self._next_message()
            if message is None:
                raise CellDied("The sandbox's zygote ended while it made a worker.")
            if "error" in message:
                raise explained(str(message["error"]), None)
            if "status" in message:
                raise InfrastructureFault("A new worker ended before it was isolated.")
            if "ready" in message:
                return

    def _next_message(self) -> dict[str, object] | None:
        """Blocks. Keeps the pidfd and the exit status as they come; None at the end of the stream."""
        try:
            packet, descriptors, _, _ = socket.recv_fds(self._socket, 1 << 16, 1)
        except ConnectionError:
            packet, descriptors = b"", []
        if not packet:
            self._lost = True
            return None
        message: dict[str, object] = json.loads(packet)
        if descriptors:
            self._pidfd = descriptors[0]
        if "status" in message:
            self._status = int(str(message["status"]))
        return message

    def handed(self) -> tuple[int, ...]:
        """Descriptors that the forked child needs of this life; the caller does not close them."""
        return ()

    def processes(self) -> tuple[int, ...]:
        """The worker's first processes, as the judge numbers them."""
        return ()

    def ended(self, seconds: float) -> bool:
        if self._status is not None or self._lost:
            return True
        return _readable(self._pidfd if self._pidfd is not None else self._socket.fileno(), seconds)

    @abstractmethod
    def kill(self) -> None:
        """End the worker and everything that it started. Idempotent."""

    def exit_status(self) -> int | None:
        """After ``kill``: what the zygote knows, once it does."""
        end = time.monotonic() + _END_SECONDS
        while self._status is None and not self._lost:
            if not _readable(self._socket.fileno(), max(0.0, end - time.monotonic())):
                break
            self._next_message()
        return self._status

    @abstractmethod
    def disk_full(self, at_last: bool = False) -> bool:
        """Whether the worker has filled its folders; ``at_last``: once it is over, whatever that takes."""

    def release(self) -> None:
        self._open = False
        self._socket.close()
        if self._pidfd is not None:
            os.close(self._pidfd)


class IsolatedLife(ForkedLife):
    """Life over the pid 1 of the worker's namespaces: killing that ends everything, daemons included."""

    def __init__(self, socket_: socket.socket, cell: Cell, namespaces: Namespaces) -> None:
        super().__init__(socket_)
        self._cell = cell
        self._namespaces = namespaces

    def handed(self) -> tuple[int, ...]:
        return (self._namespaces.pidfd,)

    def processes(self) -> tuple[int, ...]:
        """Pids in the judge's own view: the pid 1 of the namespaces and the worker."""
        while self._pidfd is None and _readable(self._socket.fileno(), 1.0) and self._next_message():
            pass
        held = [descriptor for descriptor in (self._namespaces.pidfd, self._pidfd) if descriptor is not None]
        return tuple(pid for pid in map(_pid_of, held) if pid > 0)

    def kill(self) -> None:
        if self._open:
            self._cell.kill(self._namespaces)

    def exit_status(self) -> int | None:
        """Waits until the whole pid namespace is gone, then asks what the zygote knows."""
        _readable(self._namespaces.pidfd, _END_SECONDS)
        return super().exit_status()

    def disk_full(self, at_last: bool = False) -> bool:
        for folder in self._namespaces.folders:
            with contextlib.suppress(OSError):
                state = os.fstatvfs(folder)
                if state.f_bavail == 0 or state.f_favail == 0:
                    return True
        return False

    def release(self) -> None:
        super().release()
        for descriptor in (self._namespaces.pidfd, *self._namespaces.folders):
            os.close(descriptor)


def _pid_of(pidfd: int) -> int:
    with open(f"/proc/self/fdinfo/{pidfd}") as file:
        fields = dict(line.split(":", 1) for line in file if ":" in line)
    return int(fields["Pid"])
