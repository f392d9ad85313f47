"""A course of one exercise, written for the test, and a sandbox that forks: quick, and not isolated at all."""

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from grader.course import Course, Exercise, load_course
from grader.faults import InfrastructureFault
from grader.judge.session import grade, grade_exercise
from grader.report.model import CheckResult, ExerciseResult, Report
from grader.sandbox.protocol import Barrier, Ending, Limits, Worker
from grader.submission import Submission, SubmittedFile
from grader.verdict import Cause
from tests.support.forked_worker import ForkedWorker


class _AnyMode(TorchDispatchMode):
    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


@cache
def _warm_up() -> None:
    """The first dispatch mode of a process imports for seconds; as in the zygote, that is done before any fork."""
    with _AnyMode():
        torch.ones(1) + 1


class ForkedSandbox:
    """Implements `grader.sandbox.protocol.Sandbox`. ``failures`` opens fail before one works again."""

    name = "forked"
    isolation = "none"

    def __init__(self) -> None:
        _warm_up()
        self.opened: list[Limits] = []
        self.open_failures = 0
        self.lost_workers = 0

    def barriers(self) -> tuple[Barrier, ...]:
        return (Barrier("isolation", False),)

    def prepare(self, limits: Limits, count: int = 1, *, compiler: bool = False) -> None:
        pass

    def open(self, limits: Limits) -> Worker:
        self.opened.append(limits)
        if self.open_failures:
            self.open_failures -= 1
            raise InfrastructureFault("no worker to be had")
        if self.lost_workers:
            self.lost_workers -= 1
            return LostWorker()
        return ForkedWorker()

    def close(self) -> None:
        pass

    def __enter__(self) -> "ForkedSandbox":
        return self

    def __exit__(self, *exc: object) -> None:
        pass


class LostWorker(ForkedWorker):
    """A worker that the machine takes away once it has started."""

    def close(self) -> Ending:
        super().close()
        return Ending(Cause.INFRASTRUCTURE, "the zygote died")

    def resume(self) -> None:
        import os
        import signal

        os.kill(self.pid, signal.SIGKILL)


@dataclass
class One:
    """One exercise, ``ch01_only/answer``, and how to grade a source for it."""

    course: Course
    exercise: Exercise
    sandbox: ForkedSandbox

    def grade(self, source: str | bytes | None = None, **options: Any) -> ExerciseResult:
        """The reference where there is no source."""
        return grade_exercise(
            self.exercise, self.submission(source), self.sandbox, self.course, **{"seed": 7, **options}
        )

    def report(self, source: str | bytes | None = None, **options: Any) -> Report:
        return grade([self.exercise], self.submission(source), self.sandbox, course=self.course, **options)

    def only(self, source: str | bytes | None = None, **options: Any) -> CheckResult:
        """The one check of an exercise that has but one."""
        (check,) = self.grade(source, **options).checks
        return check

    def submission(self, source: str | bytes | None) -> Submission:
        if source is None:
            content = self.exercise.reference.read_bytes()
        else:
            content = source if isinstance(source, bytes) else textwrap.dedent(source).encode()
        return Submission("ann", {self.exercise.id: SubmittedFile.of("answer.py", content)})


Make = Callable[..., One]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """``make(checks, reference, wrong={name: source}, settings="…toml…", fixtures=None)`` writes the course."""

    def written(
        checks: str,
        reference: str = "def f(x):\n    return x + 1\n",
        *,
        wrong: Mapping[str, str] | None = None,
        settings: str = "",
        fixtures: str | None = None,
        points: float = 4,
    ) -> One:
        root = tmp_path / "course"
        folder = root / "exercises" / "ch01_only" / "answer"
        solutions = root / "solutions" / "ch01_only" / "answer"
        files = {
            root / "course.toml": 'title = "One"\nchapters = ["ch01_only"]\n',
            folder / "exercise.toml": f'title = "Answer"\npoints = {points}\n{settings}',
            folder / "README.md": "# Answer\n",
            folder / "answer.py": "def f(x):\n    raise NotImplementedError\n",
            folder / "checks.py": "import pytest\nimport torch\n" + textwrap.dedent(checks),
            solutions / "answer.py": reference,
            **{solutions / "wrong" / f"{name}.py": text for name, text in (wrong or {}).items()},
        }
        if fixtures is not None:
            files[folder / "fixtures.py"] = fixtures
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))
        course = load_course(root)
        return One(course, course.exercise("ch01_only/answer"), ForkedSandbox())

    return written


def causes(result: ExerciseResult) -> dict[str, str]:
    """How each check ended."""
    return {check.id: check.cause.value for check in result.checks}
