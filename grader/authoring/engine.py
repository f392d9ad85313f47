"""Runs tasks as they become known: from the cache where they were run before, else over the pools."""

from collections import defaultdict, deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, TypeVar

from grader.authoring.cache import Cache, key_of
from grader.authoring.pool import Pools
from grader.authoring.tasks import KnownTask, MutantTask
from grader.authoring.trial import Trial
from grader.faults import InfrastructureFault

_BATCH = 12  # mutants that run from one started session

T = TypeVar("T")
AnyTask = KnownTask | MutantTask | Trial
Then = Callable[[Any], bool]


@dataclass(slots=True)
class Engine:
    """``submit`` what to do with ``then`` for its outcome, which may submit more; ``run`` until nothing is left.

    ``then`` says whether the outcome is sound: only those are kept for the next time.
    """

    pools: Pools
    cache: Cache
    on_submit: Callable[[int], None] = lambda count: None
    on_done: Callable[[str], None] = lambda exercise: None
    ran: int = 0
    _ready: deque[tuple[AnyTask, Any, Then]] = field(default_factory=deque)
    _batches: dict[str, list[tuple[MutantTask, str, Then]]] = field(default_factory=lambda: defaultdict(list))
    _waiting: "dict[Future[Any], list[tuple[AnyTask, str, Then]]]" = field(default_factory=dict)

    def submit(self, task: AnyTask, fingerprint: str, then: Then) -> None:
        self.on_submit(1)
        key = key_of(fingerprint, task.facts)
        known = self.cache.get(key, task.outcome)
        if known is not None:
            self._ready.append((task, known, then))
        elif isinstance(task, MutantTask):
            batch = self._batches[task.exercise]
            batch.append((task, key, then))
            if len(batch) == _BATCH:
                self._send_mutants(task.exercise)
        else:
            future = self.pools.trial(task) if isinstance(task, Trial) else self.pools.known(task)
            self._waiting[future] = [(task, key, then)]

    def remembered(self, kind: type[T], fingerprint: str, facts: tuple[object, ...], make: Callable[[], T]) -> T:
        """What ``make`` gives, or gave an earlier run."""
        key = key_of(fingerprint, facts)
        known = self.cache.get(key, kind)
        if known is None:
            known = make()
            self.cache.put(key, known)
        return known

    def _send_mutants(self, exercise: str) -> None:
        batch = self._batches.pop(exercise)
        self._waiting[self.pools.mutants([task for task, _, _ in batch])] = list(batch)

    def run(self) -> None:
        """Raises InfrastructureFault where a working process ends."""
        while self._ready or self._batches or self._waiting:
            if self._ready:
                self._collect(at_once=True)  # what has run says what else is to run: nobody may wait for that
                task, outcome, then = self._ready.popleft()
                then(outcome)
                self.on_done(task.exercise)
                continue
            for exercise in list(self._batches):
                self._send_mutants(exercise)
            self._collect()

    def _collect(self, *, at_once: bool = False) -> None:
        """What has run; without ``at_once``, wait until something has."""
        done, _ = wait(self._waiting, timeout=0 if at_once else None, return_when=FIRST_COMPLETED)
        for future in done:
            tasks = self._waiting.pop(future)
            try:
                result = future.result()
            except BrokenProcessPool:
                raise InfrastructureFault("A working process ended unexpectedly; try again with --jobs 1.") from None
            outcomes = result if isinstance(tasks[0][0], MutantTask) else [result]
            for (task, key, then), outcome in zip(tasks, outcomes, strict=True):
                self.ran += 1
                if then(outcome):
                    self.cache.put(key, outcome)
                self.on_done(task.exercise)
