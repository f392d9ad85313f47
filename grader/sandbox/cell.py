"""One running holder with its zygote, as the judge holds them: two sockets that carry requests and descriptors."""

import contextlib
import json
import select
import signal
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.faults import InfrastructureFault
from grader.sandbox.remedies import explained

_START_SECONDS = 120.0  # a cold disk can take a minute over torch
_ANSWER_SECONDS = 20.0


class CellDied(InfrastructureFault):
    """The holder or the zygote is gone; a new cell may work."""


@dataclass(frozen=True, slots=True)
class Namespaces:
    """What the holder made for one worker."""

    pidfd: int  # of its pid 1: killing that ends everything in it
    folders: tuple[int, ...]  # descriptors of /sandbox and /dev/shm inside


class Cell(ABC):
    """A driver starts the two processes, sets ``_holder`` and ``_zygote``, and waits with ``_await_zygote``."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: socket.socket
        self._zygote: socket.socket

    @property
    @abstractmethod
    def process_id(self) -> int:
        """Of the outermost process, in the judge's own pid namespace."""

    @abstractmethod
    def close(self) -> None:
        """End the zygote and every worker. Idempotent."""

    def _refusal(self, complaint: str) -> InfrastructureFault:
        """The fault for a place that does not let the holder make namespaces."""
        return explained(complaint, None)

    @abstractmethod
    def _error_output(self) -> str:
        """What the processes complained of, once they are gone."""

    @abstractmethod
    def _exit_status(self) -> int | None:
        """Of the outermost process; None while it runs, and where nobody knows it."""

    def _await_zygote(self) -> None:
        message = self._receive(self._zygote, _START_SECONDS)
        if message is None:
            raise explained(self._error_output(), self._exit_status())
        if "refused" in message:
            raise self._refusal(message["refused"])
        if "error" in message:
            raise InfrastructureFault(f"Python can't start inside the sandbox: {message['error']}")
        if message["threads"] != 1:
            raise InfrastructureFault(
                f"The zygote has {message['threads']} threads and must have one: a package starts some when imported."
            )

    def _receive(self, end: socket.socket, seconds: float) -> dict[str, Any] | None:
        """One message, or None when the other side is gone."""
        poll = select.poll()  # not select: a busy service has descriptors past 1024
        poll.register(end, select.POLLIN)
        if not poll.poll(seconds * 1000):
            raise CellDied(f"The sandbox did not answer within {seconds:.0f} s.")
        try:
            packet = end.recv(1 << 16)
        except ConnectionError:
            return None
        message: dict[str, Any] | None = json.loads(packet) if packet else None
        return message

    def make_namespaces(self, disk_bytes: int, network: bool, uid: int | None) -> Namespaces:
        """Fresh namespaces with folders of ``disk_bytes``; the work folder belongs to ``uid``, if that is given."""
        request = json.dumps({"disk_bytes": disk_bytes, "network": network, "uid": uid}).encode()
        with self._lock:
            try:
                self._holder.send(request)
                self._holder.settimeout(_ANSWER_SECONDS)
                packet, descriptors, _, _ = socket.recv_fds(self._holder, 1 << 16, 3)
            except OSError as error:
                raise CellDied(f"The sandbox's holder is gone: {error}.") from error
        if not packet:
            raise CellDied(f"The sandbox's holder is gone. {self._error_output()}".rstrip())
        message = json.loads(packet)
        if "error" in message:
            raise explained(message["error"], None)
        return Namespaces(descriptors[0], tuple(descriptors[1:]))

    def kill(self, namespaces: Namespaces) -> None:
        """End everything in ``namespaces``: by ourselves, or by the holder where this user may not."""
        try:
            signal.pidfd_send_signal(namespaces.pidfd, signal.SIGKILL)
        except ProcessLookupError:
            return
        except PermissionError:
            with self._lock, contextlib.suppress(OSError):  # a dead holder's workers are dead
                socket.send_fds(self._holder, [b"{}"], [namespaces.pidfd])

    def warm_compiler(self) -> None:
        """Have the zygote import torch's compiler before it forks again. Takes over a second."""
        with self._lock:
            try:
                self._zygote.send(b'{"compiler":true}')
            except OSError as error:
                raise CellDied(f"The sandbox's zygote is gone: {error}.") from error
            self._await_zygote()

    def fork(self, request: Mapping[str, Any], descriptors: list[int]) -> None:
        """Ask the zygote for a child; what becomes of it is told over its own life socket (descriptors[0])."""
        try:
            with self._lock:
                socket.send_fds(self._zygote, [json.dumps(request).encode()], descriptors)
        except OSError as error:
            raise CellDied(f"The sandbox's zygote is gone: {error}.") from error
