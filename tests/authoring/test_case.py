"""The verification of one exercise: what runs where, and what comes of mutants and waivers."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from grader.authoring.cache import Cache
from grader.authoring.case import Asked, Case
from grader.authoring.engine import Engine
from grader.authoring.tasks import KnownTask, MutantTask
from grader.authoring.trial import Trial
from grader.authoring.verdict import ExerciseVerdict
from grader.authoring.waivers import FILE, entry
from grader.cli.verified import describe, shortfall
from tests.authoring.inline import InlinePools
from tests.judge.conftest import Make, One

CHECKS = """
    from answer import f
    from grader.checks import assert_close

    def test_one():
        "One"
        assert_close(f(1.0), 3.0)
    @pytest.mark.depends("test_one")
    def test_two():
        "Two"
        assert_close(f(2.0), 4.0 + 1e-8)
"""
REFERENCE = "def f(x):\n    return abs(x) + 2\n"
STUB = "def f(x):\n    raise NotImplementedError\n"


def wrong(fails: str, body: str) -> str:
    return f'"""A hint."""\nFAILS = ["{fails}"]\ndef f(x): return {body}\n'


WRONG = {
    "a": wrong("test_one", "0"),
    "b": wrong("test_one", "x"),
    "c": wrong("test_two", "3.0"),
    "d": wrong("test_two", "x + 2 if x < 2 else x"),
}
WAIVED = "function = 'f'\noperator = 'dropped call'\n"


def verified(one: One, asked: Asked | None = None, cache: Path | None = None) -> tuple[ExerciseVerdict, InlinePools]:
    one.exercise.stub.write_text(STUB)
    pools = InlinePools(one.course)
    engine = Engine(pools, Cache(cache))
    case = Case(one.course, one.exercise, asked or Asked(runs=2, thread_counts=(1,)), engine)
    case.start()
    engine.run()
    engine.cache.close()
    return case.finish(), pools


def waive(one: One, verdict: ExerciseVerdict) -> None:
    (living,) = verdict.mutants.survivors
    text = entry(living.key).replace('reason = ""', 'reason = "Only positive x are asked for."')
    (one.exercise.solutions / FILE).write_text(text)


def printed(verdict: ExerciseVerdict, *, quiet: bool = False, details: bool = False) -> str:
    console = Console(file=io.StringIO(), width=200, color_system=None)
    for line in describe([verdict], [], quiet=quiet, details=details):
        console.print(line, soft_wrap=True)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.slow
def test_a_sound_exercise_whose_only_survivor_is_waived(make: Make, tmp_path: Path) -> None:
    one = make(CHECKS, REFERENCE, wrong=WRONG)
    first, pools = verified(one, Asked(runs=2, thread_counts=(1, 2)), tmp_path / "cache")
    assert first.problems == [f"{first.mutants.rate:.0%} of the mutants are caught; 85% are asked"]
    assert first.margins["test_two"] == pytest.approx(1e-8 / 5e-7, rel=1e-3)
    trials = {task.variant: task.only for task in pools.ran if isinstance(task, Trial)}
    assert trials == {
        "solution": None, "stub": None, "wrong/a": ("test_one",), "wrong/b": ("test_one",), "wrong/c": ("test_two",),
        "wrong/d": ("test_two",),
    }  # fmt: skip
    threads = [task.wish.threads for task in pools.ran if isinstance(task, KnownTask) and task.label == "solution"]
    assert threads == [1, 2]

    waive(one, first)
    second, again = verified(one, Asked(runs=2, thread_counts=(1, 2)), tmp_path / "cache")
    assert again.ran == []
    assert second.problems == []
    assert second.mutants.rate == 1
    assert "1 waived" in printed(second)
    assert printed(second, quiet=True).splitlines() == [
        f"1 of 1 exercises sound, 6 answers, 100.0% of {len(second.mutants.fates)} mutants caught."
    ]

    said = printed(first, details=True)
    assert "-    return abs(x) + 2\n    +    return x + 2\n" in said
    assert "[[waiver]]" in said
    assert "mutants  test_one" in said
    assert shortfall([first]).endswith("of the course's mutants are caught; 95% are asked.")
    assert shortfall([second]) == ""


def test_a_waiver_for_what_is_caught_is_told(make: Make) -> None:
    one = make(CHECKS, "def f(x):\n    return x + 2\n", wrong=WRONG)
    (one.exercise.solutions / FILE).write_text(
        "[[waiver]]\nfunction = 'f'\noperator = 'constant'\nbefore = 'return x + 2'\nafter = 'return x + 3'\n"
        "reason = 'It is said to be the same.'\n"
    )
    verdict, _ = verified(one)
    (problem,) = verdict.problems
    assert problem.startswith("waivers.toml: stale waiver, a check catches it: f: constant: `return x + 2` became")


def test_a_reference_that_fails_stops_the_rest(make: Make) -> None:
    verdict, pools = verified(make(CHECKS, "def f(x):\n    return x + 1\n", wrong=WRONG))
    assert not any(isinstance(task, MutantTask) for task in pools.ran)
    assert any("test_one fails on a right answer" in problem for problem in verdict.problems)


def test_where_process_and_names_disagree_the_sandbox_asks_every_check(make: Make) -> None:
    checks = CHECKS + "    def test_three(): f(torch.ones(2))\n"
    writes = wrong("test_three", "x.mul_(1.5) if hasattr(x, 'mul_') else abs(x) + 2")
    lazy = wrong("test_one", "x + 2")
    verdict, pools = verified(make(checks, REFERENCE, wrong={"writes": writes, "lazy": lazy}), Asked(mutants=0, runs=1))
    trials = {task.variant: task.only for task in pools.ran if isinstance(task, Trial)}
    assert trials["wrong/writes"] == ("test_three",)
    assert trials["wrong/lazy"] is None
    assert "wrong/lazy: test_one does not catch it (passed)" in verdict.problems
    assert not any("writes" in problem for problem in verdict.problems)


def test_many_seeds_are_spread(make: Make) -> None:
    one = make(CHECKS, REFERENCE, wrong=WRONG)
    _, pools = verified(one, Asked(runs=30, wrong_runs=1, thread_counts=(1, 2), mutants=0))
    seeds = [task.wish.seeds for task in pools.ran if isinstance(task, KnownTask) and task.label == "solution"]
    assert [len(some) for some in seeds] == [25, 25, 5, 5] or [len(some) for some in seeds] == [25, 5, 25, 5]
    assert sorted(seed for some in seeds for seed in some) == sorted([*range(1, 31)] * 2)


def test_where_something_forbidden_runs_or_stands_the_sandbox_asks_every_check(make: Make) -> None:
    checks = CHECKS + "    def test_three(): torch.exp(f(torch.ones(2)))\n"
    hidden = "getattr(torch, 'ex' + 'p')(torch.ones(1)).item() * 0 + x * 0"
    answers = {
        "runs": wrong("test_one", hidden).replace("def f", "import torch\ndef f"),
        "stands": f"{wrong('test_one', 'x * 0')}def g(x):\n    import torch\n    return torch.exp(x)\n",
        "neither": wrong("test_one", "x * 0"),
    }
    one = make(checks, REFERENCE, wrong=answers, settings='[forbid]\ncalls = ["torch.exp"]\nwhy = "By hand."\n')
    _, pools = verified(one, Asked(mutants=0, runs=1))
    trials = {task.variant: task.only for task in pools.ran if isinstance(task, Trial)}
    assert trials["wrong/neither"] == ("test_one",)
    assert trials["wrong/runs"] is None
    assert trials["wrong/stands"] is None
