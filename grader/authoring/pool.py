"""Processes that work: some with a warm sandbox each, some that fork. All are forks of one that has torch loaded."""

import multiprocessing
import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.context import BaseContext
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from grader.authoring.tasks import Fate, KnownTask, MutantBatch, MutantTask
from grader.authoring.trial import Outcome, Trial, run_trial
from grader.course import Course, load_course
from grader.faults import AuthorFault, InfrastructureFault
from grader.sandbox.choose import sweep
from grader.worker import hugepages

if TYPE_CHECKING:
    from grader.sandbox.protocol import Sandbox

_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
_course: Course | None = None  # of a working process: read once
_sandbox: "Sandbox | None" = None


class Pools:
    """``jobs`` processes for what runs in process and as many for what runs in a sandbox, started when needed.

    Raises InfrastructureFault where the platform can't fork.
    """

    def __init__(self, root: Path, jobs: int, sandbox: str) -> None:
        context = _warm_context()
        self._sandbox = sandbox
        self._local = ProcessPoolExecutor(jobs, context, _open, (root, None))
        self._boxed = ProcessPoolExecutor(jobs, context, _open, (root, sandbox))
        self._unstarted = jobs

    def known(self, task: KnownTask) -> "Future[Any]":
        self._start_sandboxes()
        return self._local.submit(_known, task)

    def _start_sandboxes(self) -> None:
        """Ahead of the first trial, which waits for what runs in process: to start takes seconds."""
        while self._unstarted:
            self._unstarted -= 1
            self._boxed.submit(_ready)

    def mutants(self, tasks: Sequence[MutantTask]) -> "Future[list[Fate]]":
        return self._local.submit(_mutants, MutantBatch(tasks[0].exercise, tuple(tasks)))

    def trial(self, trial: Trial) -> "Future[Outcome]":
        return self._boxed.submit(_trial, trial)

    def __enter__(self) -> "Pools":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pool in (self._local, self._boxed):
            pool.shutdown(wait=error is None, cancel_futures=True)
        sweep(self._sandbox)


def _warm_context() -> BaseContext:
    """The fork server: it has one thread, which this process need not have."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        raise InfrastructureFault("grade verify runs mutants in forked processes, which this system does not have.")
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # with two threads, one that waits leaves its core
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["grader.authoring.preload"])
    return context


def _open(root: Path, sandbox: str | None) -> None:
    global _course, _sandbox
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; who asked for the work ends it
    _course = load_course(root)
    if sandbox is None:
        hugepages.collapse_heap()  # this process forks for each run
    else:
        from grader.sandbox import open_sandbox

        _sandbox = open_sandbox(sandbox, hidden=[root])


def _ready() -> None:
    """Once this runs, its process has been started."""


def _known(task: KnownTask) -> Any:
    from grader.authoring.local.model import Run

    assert _course is not None
    try:
        return task.perform(_course)
    except AuthorFault as fault:
        return Run(fault=str(fault))


def _mutants(batch: MutantBatch) -> list[Fate]:
    assert _course is not None
    return batch.perform(_course)


def _trial(trial: Trial) -> Outcome:
    assert _course is not None
    assert _sandbox is not None
    try:
        return run_trial(trial, _course, _sandbox)
    except AuthorFault as fault:
        return Outcome((f"{trial.variant}: {fault}",), (), {}, 0.0)
