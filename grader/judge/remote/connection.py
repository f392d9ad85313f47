"""One worker, spoken to."""

import weakref
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

from grader.judge.remote.exposed import Exposed
from grader.judge.remote.handle import Handle, handle_class
from grader.judge.remote.lost import WorkerLost
from grader.sandbox.protocol import Captured, Ending, Worker
from grader.verdict import Cause
from grader.wire.frames import Channel, FrameLimits
from grader.wire.objects import Kind
from grader.wire.peer import Peer
from grader.wire.violation import ProtocolViolation, StreamEnded

connections: "weakref.WeakSet[Connection]" = weakref.WeakSet()


class Running(AbstractContextManager[None]):
    """While the student's code runs, the driver's clock does."""

    __slots__ = ("_worker",)

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    def __enter__(self) -> None:
        self._worker.resume()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._worker.pause()


class Connection:
    """Requests to one worker. Ends with the worker: `WorkerLost` is raised then, and at every later use."""

    def __init__(self, worker: Worker, limits: FrameLimits | None = None) -> None:
        self.worker = worker
        self.running = Running(worker)
        self.channel = Channel(worker.channel, limits)
        self.peer = Peer(self.channel, Exposed(self), judge=True)
        self.ending: Ending | None = None
        connections.add(self)

    def start(
        self, files: Mapping[str, bytes] | None = None, *, threads: int = 1, path: list[str] | None = None
    ) -> None:
        """Give the worker its files (relative name -> content), written into its own folder, which is on sys.path."""
        self.ask("start", dict(files or {}), threads, path or [])

    def import_module(self, name: str) -> Any:
        """Import a module there and return its handle. Raises the student's exception when that fails."""
        return self.ask("import", name)

    def ask(self, operation: str, *args: Any, mode: int = 0) -> Any:
        """One request. Raises the student's exception, or WorkerLost when there is nobody to answer."""
        if self.ending is not None:
            raise WorkerLost(self.ending)
        try:
            if not self.peer.busy and not self.channel.idle():
                raise ProtocolViolation("speaks without being asked")
            return self.peer.request(operation, *args, mode=mode)
        except ProtocolViolation as error:
            self._end(Ending(Cause.PROTOCOL, f"sent something that no worker sends: it {error}"))
        except StreamEnded:
            self._end(None)
        raise AssertionError("unreachable")

    def _end(self, ending: Ending | None) -> None:
        closed = self.worker.close()
        self.ending = ending or closed
        raise WorkerLost(self.ending) from None

    def make_handle(self, number: int, kind: Kind) -> Handle:
        return handle_class(Handle, kind.features)(self, number, kind)

    def captured(self) -> Captured:
        return self.worker.captured()

    def close(self) -> Ending:
        """End the worker. Handles to its objects raise WorkerLost from now on."""
        if self.ending is None:
            self.ending = self.worker.close()
            self.peer.broken = StreamEnded("the connection was closed")
        return self.ending
