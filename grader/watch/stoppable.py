"""A sandbox whose gradings can be broken off: by a save that makes them pointless."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from grader.sandbox.protocol import (
    Barrier,
    Captured,
    Ending,
    Killable,
    Limits,
    Sandbox,
    Worker,
    for_submission,
)


class Superseded(Exception):
    """A newer version was saved: nobody waits for this grading any more."""


class StoppableSandbox:
    """Implements ``Sandbox`` over another one. While ``stopped()`` no worker is to be had."""

    def __init__(
        self, sandbox: Sandbox, stopped: Callable[[], bool], workers: "set[_Registered] | None" = None
    ) -> None:
        self.name = sandbox.name
        self.isolation = sandbox.isolation
        self._sandbox = sandbox
        self._stopped = stopped
        self._workers: set[_Registered] = set() if workers is None else workers

    def raise_if_stopped(self) -> None:
        if self._stopped():
            raise Superseded

    def stop(self) -> None:
        """End the workers that are at work, from any thread."""
        for worker in self._workers.copy():
            worker.kill()

    def barriers(self) -> tuple[Barrier, ...]:
        return self._sandbox.barriers()

    def prepare(self, limits: Limits, count: int = 1, *, compiler: bool = False) -> None:
        self._sandbox.prepare(limits, count, compiler=compiler)

    def open(self, limits: Limits) -> Worker:
        self.raise_if_stopped()
        worker = _Registered(self._sandbox.open(limits), self._workers.discard)
        self._workers.add(worker)
        if self._stopped():  # since it was opened
            worker.kill()
        return worker

    @contextmanager
    def for_submission(self) -> Iterator[Sandbox]:
        with for_submission(self._sandbox) as own:
            yield StoppableSandbox(own, self._stopped, self._workers)

    def close(self) -> None:
        self._sandbox.close()

    def __enter__(self) -> "StoppableSandbox":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class _Registered:
    """A worker that is known to be at work until it is closed."""

    def __init__(self, worker: Worker, over: Callable[["_Registered"], object]) -> None:
        self.channel = worker.channel
        self.resume = worker.resume
        self.pause = worker.pause
        self.resume_unattended = worker.resume_unattended
        self.attend = worker.attend
        self._worker = worker
        self._over = over

    def captured(self) -> Captured:
        return self._worker.captured()

    def kill(self) -> None:
        if isinstance(self._worker, Killable):
            self._worker.kill()

    def close(self) -> Ending:
        self._over(self)
        return self._worker.close()
