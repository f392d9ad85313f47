"""Tasks run once each, what they lead to as well, and what held is not run again."""

from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from grader.authoring.cache import Cache
from grader.authoring.engine import Engine
from grader.authoring.local.model import Answer, Run, Wish
from grader.authoring.pool import Pools
from grader.authoring.tasks import Fate, KnownTask, MutantTask
from grader.authoring.trial import Outcome, Trial
from grader.faults import InfrastructureFault
from tests.authoring.inline import done


class FakePools(Pools):
    """Says what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def known(self, task: KnownTask) -> "Future[Any]":
        self.asked.append(task.label)
        return done(Run(fault=task.label))

    def mutants(self, tasks: Sequence[MutantTask]) -> "Future[list[Fate]]":
        self.asked.append(len(tasks))
        return done([Fate(task.source.decode(), "failed") for task in tasks])

    def trial(self, trial: Trial) -> "Future[Outcome]":
        future: Future[Outcome] = Future()
        future.set_exception(BrokenProcessPool())
        return future


def known(label: str) -> KnownTask:
    return KnownTask("ch/e", label, Answer("ch/e", b""), Wish())


def test_what_a_task_leads_to_runs_too() -> None:
    pools, seen = FakePools(), []
    engine = Engine(pools, Cache(None))

    def then(run: Run) -> bool:
        seen.append(run.fault)
        if run.fault == "first":
            engine.submit(known("second"), "f", then)
        return True

    engine.submit(known("first"), "f", then)
    engine.run()
    assert seen == ["first", "second"]


def test_only_what_is_sound_is_remembered(tmp_path: Path) -> None:
    pools, counts = FakePools(), [0, 0]

    def run(fingerprint: str, sound: bool) -> None:
        engine = Engine(pools, Cache(tmp_path / "c"), lambda n: count(0, n), lambda exercise: count(1, 1))
        engine.submit(known("a"), fingerprint, lambda outcome: sound)
        engine.run()
        engine.cache.close()

    def count(place: int, by: int) -> None:
        counts[place] += by

    for fingerprint, sound in [("f", False), ("f", True), ("f", True), ("g", True)]:
        run(fingerprint, sound)
    assert pools.asked == ["a", "a", "a"]  # unsound: again; sound: not; another fingerprint: again
    assert counts == [4, 4]


def test_mutants_run_in_batches_and_each_has_its_own_outcome() -> None:
    pools = FakePools()
    seen: list[int] = []
    engine = Engine(pools, Cache(None))

    def then(fate: Fate) -> bool:
        seen.append(int(fate.killed_by))
        return True

    for number in range(30):
        engine.submit(MutantTask("ch/e", str(number).encode(), "", ()), "f", then)
    engine.run()
    assert sorted(seen) == list(range(30))
    assert sum(int(str(size)) for size in pools.asked) == 30
    assert len(pools.asked) == 3


def test_a_process_that_ends_is_no_fault_of_the_author() -> None:
    engine = Engine(FakePools(), Cache(None))
    engine.submit(Trial("ch/e", "solution", 1), "f", lambda outcome: True)
    with pytest.raises(InfrastructureFault, match="ended unexpectedly"):
        engine.run()
