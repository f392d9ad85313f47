"""What grading a chapter costs, against the checks alone and against a fresh process an exercise: prints a table.

Everything is measured in one run and told as ratios; seconds depend on the machine and on what else runs there.

    python benchmarks/grading.py [--chapter ch3] [--rounds 3]
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from grader.course import Course, Exercise, find_course, resolve_targets
from grader.judge.isolated_pytest import run_pytest
from grader.judge.session import grade
from grader.sandbox import open_sandbox
from grader.sandbox.protocol import Sandbox
from grader.submission import Submission, SubmittedFile

ROOT = Path(__file__).resolve().parents[1]
Row = tuple[str, str, str]


class CallTimes:
    """A pytest plugin that adds up how long the checks themselves take."""

    seconds = 0.0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.seconds += report.duration


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def right_answers(exercises: Sequence[Exercise]) -> Submission:
    files = {e.id: SubmittedFile.of(e.file, e.reference.read_bytes()) for e in exercises}
    return Submission("benchmark", files)


def in_process(exercises: Sequence[Exercise]) -> float:
    """The checks of right answers, in this process, without sandbox and boundary: only the calls are counted."""
    from grader.checks import plain

    times = CallTimes()
    for exercise in exercises:
        before = set(sys.modules)
        sys.path[:0] = [str(exercise.solutions), str(exercise.folder)]
        run_pytest(exercise.checks, exercise.folder, [plain, times])
        del sys.path[:2]
        for name in set(sys.modules) - before:
            if name in (exercise.name, "fixtures", "reference"):
                del sys.modules[name]
    return times.seconds


def fresh_processes(exercises: Sequence[Exercise]) -> float:
    """What others do: a new Python with pytest and torch for every exercise."""
    total = 0.0
    for exercise in exercises:
        path = os.pathsep.join([str(exercise.solutions), str(exercise.folder), str(ROOT)])
        command = [sys.executable, "-m", "pytest", "-q", "-p", "grader.checks.plain", "-p", "no:cacheprovider",
                   "-p", "no:randomly", "--import-mode=importlib", f"--rootdir={exercise.folder}", "-c", os.devnull,
                   str(exercise.checks)]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": path}
        total += timed(lambda: subprocess.run(command, env=environment, capture_output=True, check=True))  # noqa: B023
    return total


def graded(exercises: Sequence[Exercise], course: Course, sandbox: Sandbox) -> float:
    submission = right_answers(exercises)

    def work() -> None:
        report = grade(exercises, submission, sandbox, course=course, seed=1)
        assert report.points == report.max_points, "the right answers must pass"

    return timed(work)


def first_result(exercise: Exercise, course: Course, sandbox: Sandbox) -> float:
    """From a submission in hand to the verdict of its first check, in a warm judge."""
    seconds: list[float] = []
    begin = time.perf_counter()
    grade([exercise], right_answers([exercise]), sandbox, course=course, seed=1,
          on_check=lambda _: seconds.append(time.perf_counter() - begin))  # fmt: skip
    return seconds[0]


def command(*arguments: str) -> float:
    return timed(lambda: subprocess.run([sys.executable, "-m", "grader.cli", *arguments], capture_output=True))


def rows(chapter: str = "ch3", rounds: int = 3) -> list[Row]:
    """(what, how long, ratio) of everything that is measured here."""
    course = find_course(None)
    exercises = resolve_targets(course, [chapter])
    with open_sandbox("auto", hidden=[course.root]) as sandbox:
        graded(exercises, course, sandbox)  # warm
        in_process(exercises)
        warm = statistics.median(graded(exercises, course, sandbox) for _ in range(rounds))
        alone = statistics.median(in_process(exercises) for _ in range(rounds))
        first = statistics.median(first_result(exercises[0], course, sandbox) for _ in range(rounds * 3))
    fresh = fresh_processes(exercises)
    help_seconds = statistics.median(command("--help") for _ in range(7))
    bare = statistics.median(timed(lambda: subprocess.run([sys.executable, "-c", "pass"])) for _ in range(7))
    count = f"{len(exercises)} exercises"
    return [
        (f"{chapter}: the checks alone, in process ({count})", f"{alone:.2f} s", "1"),
        (f"{chapter}: graded in the warm sandbox", f"{warm:.2f} s", f"{warm / alone:.2f} × the checks alone"),
        (
            f"{chapter}: a fresh process with pytest and torch an exercise",
            f"{fresh:.2f} s",
            f"{fresh / warm:.1f} × warm",
        ),
        ("submission to the verdict of its first check, warm", f"{first * 1e3:.0f} ms", ""),
        ("`grade --help`", f"{help_seconds * 1e3:.0f} ms", f"{help_seconds / bare:.1f} × an empty Python"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chapter", default="ch3")
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    for what, seconds, ratio in rows(arguments.chapter, arguments.rounds):
        print(f"{what:<66} {seconds:>9}   {ratio}")


if __name__ == "__main__":
    main()
