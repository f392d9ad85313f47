"""A judge that grades job after job in one warm sandbox, in a process of its own, here or on another machine."""

from collections.abc import Iterator
from pathlib import Path

from grader.batch.job import Graded, Job, results_of, ungraded
from grader.course import Course, load_course
from grader.faults import AuthorFault, Fault
from grader.language import say
from grader.sandbox import Sandbox, open_sandbox


class Judge:
    """Opens its sandbox when it first needs it, and a new one when that is gone. ``close`` is idempotent."""

    def __init__(
        self, course: Path, sandbox: str, device: str = "cpu", seed: int | None = None, gpus: str | None = None
    ) -> None:
        self._course: Course = load_course(course)
        self._kind = sandbox
        self._device = device
        self._seed = seed
        self._gpus = gpus
        self._sandbox: Sandbox | None = None

    def warm_up(self) -> None:
        """Pay for torch and the sandbox. Raises InfrastructureFault."""
        from grader.judge import session  # noqa: F401 - imports torch

        self._open()

    def grade(self, job: Job) -> Iterator[Graded]:
        """One result an exercise, as they come; a fault of the machine becomes a failure and costs the sandbox."""
        from grader.judge.session import grade

        passed = set(job.passed)
        for id in job.exercises:
            try:
                report = grade(
                    [self._course.exercise(id)], job.submission, self._open(), course=self._course,
                    device=self._device, seed=self._seed, passed=passed,
                )  # fmt: skip
            except AuthorFault as fault:
                yield from ungraded([id], str(fault), lasting=True)
                continue
            except Exception as error:  # the machine's fault, or our own: never the end of the whole class
                self.close()
                yield from ungraded([id], _said(error))
                continue
            for graded in results_of(report):
                if graded.result is not None and graded.result.passed:
                    passed.add(id)
                yield graded

    def _open(self) -> Sandbox:
        if self._sandbox is None:
            self._sandbox = open_sandbox(self._kind, hidden=[self._course.root], gpus=self._gpus)
        return self._sandbox

    def close(self) -> None:
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None


def _said(error: Exception) -> str:
    if isinstance(error, Fault):
        return str(error)
    first = str(error).partition("\n")[0][:200]
    return say("torchgrade itself failed on this ({kind}: {first}).", kind=type(error).__name__, first=first)
