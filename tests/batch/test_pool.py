"""Judges on this machine, with the real sandbox: they are killed, and the class is graded all the same."""

import contextlib
import os
import random
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from grader.batch.intake import take_in
from grader.batch.job import Graded, Job
from grader.batch.journal import Journal
from grader.batch.pool import LocalExecutor, Setting
from grader.batch.run import Run
from grader.course import load_course
from grader.faults import InfrastructureFault
from tests.batch.stand_in import MEANS, POINTS, SCALE, STANDARDISE, TINY, points

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]
COURSE = load_course(TINY)
ALL = (SCALE, MEANS, STANDARDISE)


def a_class(root: Path, students: int) -> Path:
    """Everybody right, but for the last, who ends the process."""
    for at in range(students):
        own = root / f"s{at}"
        own.mkdir(parents=True)
        for id in ALL:
            exercise = COURSE.exercise(id)
            (own / exercise.file).write_text(exercise.reference.read_text() + f"\n# {at}\n")
    (root / f"s{students - 1}" / "scale.py").write_text("import os\n\ndef scale(x, factor):\n    os._exit(0)\n")
    return root


class Killing:
    """Hands jobs to real judges and kills one of them after some of the results."""

    def __init__(self, executor: LocalExecutor, chance: random.Random, share: float) -> None:
        self._executor = executor
        self._chance = chance
        self._share = share
        self.killed = 0

    @property
    def current(self) -> list[str]:
        return self._executor.current

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Graded]]:
        for job, graded in self._executor.run(jobs):
            yield job, graded
            busy = [seat for seat in self._executor._seats if seat.job is not None and seat.process.pid]
            if busy and self._chance.random() < self._share:
                pid = self._chance.choice(busy).process.pid
                assert pid is not None
                os.kill(pid, signal.SIGKILL)
                self.killed += 1

    def close(self) -> None:
        self._executor.close()


def test_judges_that_are_killed_at_random_cost_nothing_but_time(tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4), "big")
    with Journal(tmp_path / "journal.sqlite") as journal:
        run = Run(journal, COURSE, [COURSE.exercise(id) for id in ALL])
        run.take(take_in(a_class(tmp_path / "class", 6), [COURSE.exercise(id).name for id in ALL]))
        executor = Killing(LocalExecutor(Setting(TINY, "bubblewrap"), 2), random.Random(seed), 0.2)
        with contextlib.closing(executor):
            tally = run.grade_all(executor)
        assert (tally.to_do, tally.done + tally.failed) == (18, 18), seed
        found = points(journal)
        expected = {(f"s{at}", 1, id): POINTS[id] for at in range(6) for id in ALL} | {("s5", 1, SCALE): 0.0}
        # A killed judge costs its job a try, of three: none is likely to be lost, and none is ever a zero.
        assert {key: value for key, value in found.items() if value is not None}.items() <= expected.items()
        assert sum(value is None for value in found.values()) == tally.failed


def test_a_sandbox_that_is_not_there_ends_the_run_with_its_reason(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        run = Run(journal, COURSE, [COURSE.exercise(SCALE)])
        run.take(take_in(a_class(tmp_path / "class", 2), ["scale"]))
        with (
            contextlib.closing(LocalExecutor(Setting(TINY, "no-such-sandbox"), 1)) as executor,
            pytest.raises(InfrastructureFault, match="no-such-sandbox"),
        ):
            run.grade_all(executor)
        assert set(points(journal).values()) == {None}
