"""A class, graded: against the checks alone on as many cores, and against a fresh process a submission.

All answers are distinct: right ones and the known wrong ones, told apart by a comment. Everything is measured in one
run and told as ratios; seconds depend on the machine and on what else runs there.

    python -m benchmarks.batch [--submissions 500] [--chapter ch1] [--jobs 2] [--fresh 3]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.grading import in_process
from grader.batch.intake import take_in
from grader.batch.journal import Journal
from grader.batch.pool import LocalExecutor, Setting
from grader.batch.run import Run
from grader.course import Course, Exercise, find_course, resolve_targets

ROOT = Path(__file__).resolve().parents[1]
MOST_EXERCISES = 6


def hand_in(folder: Path, exercises: Sequence[Exercise], count: int) -> None:
    """Two right answers in three, one known wrong one, each with a comment of its own."""
    for at in range(count):
        own = folder / f"student{at:05}"
        own.mkdir(parents=True)
        for exercise in exercises:
            text = _wrong(exercise) if at % 3 == 2 else exercise.reference.read_text()
            (own / exercise.file).write_text(f"{text}\n# answer {at}\n")


def _wrong(exercise: Exercise) -> str:
    """The reference with what it returns last doubled, so that most checks still run to their end."""
    before, _, after = exercise.reference.read_text().rpartition("return ")
    return f"{before}return 2 * {after}" if before else after


def batch(course: Course, exercises: Sequence[Exercise], folder: Path, jobs: int) -> tuple[float, float]:
    """(seconds with the start of the judges, seconds from the first result on, scaled to all)."""
    with tempfile.TemporaryDirectory() as place, Journal(Path(place) / "journal.sqlite") as journal:
        run = Run(journal, course, exercises)
        begin = time.perf_counter()
        run.take(take_in(folder, [exercise.name for exercise in exercises]))
        executor = LocalExecutor(Setting(course.root, "auto"), jobs)
        watch = _Watch()
        try:
            tally = run.grade_all(executor, watch)
        finally:
            executor.close()
        assert tally.failed == 0, f"{tally.failed} answers were not graded"
        end = time.perf_counter()
        return end - begin, (end - watch.first) * tally.done / max(1, tally.done - 1)


class _Watch:
    first = 0.0

    def taken(self, done: int, count: int) -> None:
        pass

    def graded(self, tally: object, current: Sequence[str]) -> None:
        if getattr(tally, "done", 0) and not self.first:
            self.first = time.perf_counter()


def fresh_process(exercises: Sequence[Exercise], checks: float) -> float:
    """Seconds of one new Python with pytest and torch a submission: its start and first exercise, then the checks.

    The first exercise's checks count twice; against a start of seconds that is little.
    """
    exercise = exercises[0]
    path = os.pathsep.join([str(exercise.solutions), str(exercise.folder), str(ROOT)])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "grader.checks.plain", "-p", "no:randomly",
               "-p", "no:cacheprovider", str(exercise.checks)]  # fmt: skip
    begin = time.perf_counter()
    subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, cwd=ROOT, capture_output=True, check=True)
    return time.perf_counter() - begin + checks


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--submissions", type=int, default=500)
    parser.add_argument("--chapter", default="ch1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--fresh", type=int, default=3)
    asked = parser.parse_args()
    course = find_course(ROOT)
    exercises = resolve_targets(course, [asked.chapter], ())[:MOST_EXERCISES]
    checks = min(in_process(exercises) for _ in range(3))
    fresh = sum(fresh_process(exercises, checks) for _ in range(asked.fresh)) / asked.fresh
    with tempfile.TemporaryDirectory() as folder:
        hand_in(Path(folder), exercises, asked.submissions)
        whole, graded = batch(course, exercises, Path(folder), asked.jobs)
    each = whole / asked.submissions
    ideal = checks * asked.submissions / asked.jobs
    load = os.getloadavg()[0]
    print(f"{asked.submissions} submissions of {len(exercises)} exercises, {asked.jobs} judges, load {load:.1f}")
    for name, value in (
        ("checks alone, a submission", f"{1000 * checks:.0f} ms"),
        ("a fresh process, a submission", f"{1000 * fresh:.0f} ms"),
        ("batch, a submission", f"{1000 * each:.0f} ms ({1 / each:.1f} submissions/s)"),
        ("batch / (checks / judges)", f"{whole / ideal:.2f} (without the start of the judges {graded / ideal:.2f})"),
        ("a fresh process / batch", f"{fresh / each:.1f}"),
    ):
        print(f"{name:<32}{value}")


if __name__ == "__main__":
    main()
