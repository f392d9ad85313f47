"""One worker, spoken to."""

import contextlib
import weakref
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from grader.judge.remote.exposed import Exposed
from grader.judge.remote.handle import Handle, handle_class
from grader.judge.remote.lost import WorkerLost
from grader.language import say
from grader.sandbox.protocol import Captured, Ending, Worker
from grader.verdict import Cause
from grader.wire.frames import Channel, FrameLimits
from grader.wire.objects import Kind
from grader.wire.peer import Peer, Question
from grader.wire.randomness import SharedRandom
from grader.wire.violation import ProtocolViolation, StreamEnded
from grader.wire.watch import Watch, Watched

connections: "weakref.WeakSet[Connection]" = weakref.WeakSet()


class Connection:
    """Requests to one worker. Ends with the worker: `WorkerLost` is raised then, and at every later use."""

    def __init__(self, worker: Worker, limits: FrameLimits | None = None) -> None:
        self.worker = worker
        self.channel = Channel(worker.channel, limits)
        self.peer = Peer(self.channel, Exposed(self), judge=True, clock=worker)
        self.ending: Ending | None = None
        self._watching = False
        self._begun: list[Question] = []
        connections.add(self)

    def start(self, files: Mapping[str, bytes] | None = None, threads: int = 1, watch: Watch | None = None) -> None:
        """Give the worker its files (relative name -> content), written into its own folder, which is on sys.path.

        ``watch``: what it is to look out for; `watched` says what it saw.
        """
        self.begin(files, threads, watch)
        self.await_begun()

    def begin(
        self,
        files: Mapping[str, bytes] | None = None,
        threads: int = 1,
        watch: Watch | None = None,
        module: str | None = None,
    ) -> None:
        """What `start` does and the import of ``module``, without waiting: the next call must be `await_begun`."""
        watch = watch or Watch()
        self._watching = bool(watch)
        self.worker.resume_unattended()
        with contextlib.suppress(StreamEnded):  # whoever awaits it comes to that
            watched = (watch.operators, watch.calls, watch.imports)
            self._begun.append(self.peer.put("start", dict(files or {}), threads, watched))
            if module is not None:
                self._begun.append(self.peer.put("import", module))

    def await_begun(self) -> None:
        """Raises the student's exception when the import fails, or WorkerLost."""
        self.worker.attend()
        begun, self._begun = self._begun, []
        if not begun:
            self._end(None)
        failures = []
        for question in begun:
            try:
                self._exchange(self.peer.answer_to, question)
            except WorkerLost:
                raise
            except BaseException as error:
                failures.append(error)
        if failures:
            raise failures[0]

    def watched(self) -> tuple[Watched, ...]:
        """The forbidden things that the student's code did so far, as far as the worker says."""
        if not self._watching or self.ending is not None:
            return ()
        rows = self.ask("watched")
        return tuple(Watched(*row) for row in rows if list(map(type, row)) == [str, str, str, int])

    def import_module(self, name: str) -> Any:
        """Import a module there and return its handle. Raises the student's exception when that fails."""
        return self.ask("import", name)

    def share_random(self) -> SharedRandom:
        """From now on the student's code goes on with this process's global generators, and this process with its.

        Until the state that this returns is told to end.
        """
        mine = SharedRandom()
        self.ask("share_random", mine.state)
        self.peer.random = mine
        return mine

    def ask(self, operation: str, *args: Any, mode: int = 0) -> Any:
        """One request. Raises the student's exception, or WorkerLost when there is nobody to answer."""
        if self.ending is not None:
            raise WorkerLost(self.ending)
        if not _NAMELESS.issuperset(map(type, args)):
            args = tuple(map(_looked_up, args))
        return self._exchange(self._request, operation, *args, mode=mode)

    def _request(self, operation: str, *args: Any, mode: int) -> Any:
        if not self.peer.turns and not self.channel.idle():
            raise ProtocolViolation("speaks without being asked")
        return self.peer.request(operation, *args, mode=mode)

    def _exchange(self, exchange: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """What comes of it; a worker that can't be believed or is gone has ended."""
        try:
            return exchange(*args, **options)
        except ProtocolViolation as error:
            self._end(Ending(Cause.PROTOCOL, f"sent something that no worker sends: it {error}"))
        except StreamEnded:
            self._end(None)
        raise AssertionError("unreachable")

    def _end(self, ending: Ending | None) -> None:
        closed = self.worker.close()
        self.ending = ending or closed
        raise WorkerLost(self.ending) from None

    @property
    def rewritten(self) -> tuple[str, ...]:
        """What of the judge's own the student's code wrote into: "a tensor of shape (2, 3)", "a list".

        Gradients that accumulate in ``.grad`` are none, and neither are generators that were advanced.
        """
        tensors = (say("a tensor of shape {shape}", shape=shape) for shape in self.peer.twins.rewritten)
        containers = (
            say("a NumPy array") if kind.__name__ == "ndarray" else say("a {kind}", kind=kind.__name__)
            for kind in self.peer.rewritten
        )
        return tuple(dict.fromkeys((*tensors, *containers)))

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


def _looked_up(value: Any) -> Any:
    """Rooted names are looked up before the request that uses them is made, since that takes a request too.

    Those that are arguments themselves; what a list or dict holds is looked up when it is written.
    """
    kind = type(value)
    if kind is tuple:
        return tuple([item._remote_here() if _stands_for(type(item)) else item for item in value])
    if kind is dict and any(_stands_for(type(item)) for item in value.values()):
        return {key: item._remote_here() if _stands_for(type(item)) else item for key, item in value.items()}
    if _stands_for(kind):
        return value._remote_here()
    if kind is not dict:
        if len(_NAMELESS) >= 1000:
            _NAMELESS.clear()
        _NAMELESS.add(kind)
    return value


_NAMELESS: set[type] = set()  # of whose instances it is known that there is nothing to look up
_stands_for: Callable[[type], bool] = lru_cache(maxsize=256)(
    lambda kind: hasattr(kind, "_remote_here") and not getattr(kind, "_remote_itself", False)
)
