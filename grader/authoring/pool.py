"""Trials spread over processes, each with one warm sandbox."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from grader.authoring.trial import Outcome, Trial, run_trial
from grader.course import Course, load_course
from grader.faults import AuthorFault, InfrastructureFault
from grader.sandbox import open_sandbox
from grader.sandbox.protocol import Sandbox

_course: Course | None = None  # of a pool's process: read once
_sandbox: Sandbox | None = None


def run_trials(root: Path, plan: Sequence[Trial], jobs: int, sandbox: str) -> Iterator[Outcome]:
    """The outcome of every trial, as they come. An author's fault in a trial is its problem, not the end."""
    if not plan:
        return
    if jobs <= 1:
        course = load_course(root)
        with open_sandbox(sandbox, hidden=[root]) as opened:
            for trial in plan:
                yield _tried(trial, course, opened)
        return
    # Spawned, not forked: a judge that has started threads must not be copied.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _open, (root, sandbox)) as pool:
        waiting: set[Future[Outcome]] = {pool.submit(_in_pool, trial) for trial in plan}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BrokenProcessPool:
            raise InfrastructureFault("A grading process ended unexpectedly; try again with --jobs 1.") from None
        finally:
            for future in waiting:
                future.cancel()


def _open(root: Path, sandbox: str) -> None:
    global _course, _sandbox
    _course = load_course(root)
    _sandbox = open_sandbox(sandbox, hidden=[root])


def _in_pool(trial: Trial) -> Outcome:
    assert _course is not None
    assert _sandbox is not None
    return _tried(trial, _course, _sandbox)


def _tried(trial: Trial, course: Course, sandbox: Sandbox) -> Outcome:
    try:
        return run_trial(trial, course, sandbox)
    except AuthorFault as fault:
        return Outcome(trial, (f"{trial.variant}: {fault}",), (), {}, 0.0)
