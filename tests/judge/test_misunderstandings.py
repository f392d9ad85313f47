"""Naming a misunderstanding by the value it gives."""

from typing import Any

import numpy as np
import pytest
import torch

from grader.checks.finding import Facts
from grader.judge.misunderstandings import Suspects, same_finding, same_value
from grader.judge.wrong_answers import WrongAnswer


def facts(value: object = None, **rest: Any) -> Facts:
    data = {} if value is None else {"function": "f", "args": (1,), "kwargs": {}, "value": value}
    return Facts("value", "wrong", data=data | rest.pop("data", {}), **rest)


def answer(name: str, *fails: str, hint: str = "You did it.") -> WrongAnswer:
    return WrongAnswer(name, b"", f"{hint} ({name})" if hint else "", frozenset(fails))


OURS = facts(torch.tensor([1.0, 2.0]))


def test_the_one_wrong_answer_with_the_same_value_is_named() -> None:
    found = {"a": facts(torch.tensor([1.0, 2.0 + 1e-6])), "b": facts(torch.tensor([2.0, 2.0])), "c": None}
    known = [answer("a", "test_v"), answer("b", "test_v"), answer("c", "test_v")]
    assert Suspects(known).misunderstanding(OURS, "test_v", lambda a: found[a.name]) == "You did it. (a)"


def test_two_with_the_same_value_name_nothing() -> None:
    assert Suspects([answer("a", "t"), answer("b", "t")]).misunderstanding(OURS, "t", lambda a: OURS) is None


def test_only_those_that_the_check_catches_are_run() -> None:
    ran = []

    def run(wrong: WrongAnswer) -> Facts:
        ran.append(wrong.name)
        return OURS

    known = [answer("a", "other"), answer("b", "t"), answer("c", "t", hint="")]
    assert Suspects(known).misunderstanding(OURS, "t", run) == "You did it. (b)"
    assert ran == ["b"]


def test_one_that_gave_another_value_is_asked_about_no_further_check() -> None:
    ran = []

    def run(wrong: WrongAnswer) -> Facts | None:
        ran.append(wrong.name)
        return {"same": OURS, "another": facts(torch.zeros(2)), "nothing": None}[wrong.name]

    known = [answer(name, "one", "two") for name in ("same", "another", "nothing")]
    suspects = Suspects([*known, answer("same", "two", hint="")])
    assert suspects.misunderstanding(OURS, "one", run) == "You did it. (same)"
    assert suspects.misunderstanding(OURS, "two", run) == "You did it. (same)"
    assert ran == ["same", "another", "nothing", "same", "nothing"]


def test_without_a_value_nothing_is_run() -> None:
    def never(wrong: WrongAnswer) -> Facts:
        raise AssertionError("ran")

    assert Suspects([answer("a", "t")]).misunderstanding(facts(), "t", never) is None


def test_findings_without_values_are_compared_by_what_they_show() -> None:
    ours = facts(actual="(3,)", where="n = 1")
    assert same_finding(ours, facts(actual="(3,)", where="n = 1"))
    assert not same_finding(ours, facts(actual="(3,)", where="n = 2"))
    assert not same_finding(ours, Facts("shape", "wrong", actual="(3,)", where="n = 1"))


def test_values_of_different_inputs_are_not_compared() -> None:
    assert not same_finding(facts(2.0), facts(2.0, data={"args": (2,)}))


SAME: list[tuple[object, object]] = [
    (1.0, 1.0 + 1e-12),
    (float("nan"), float("nan")),
    (1j, 1j),
    ("a", "a"),
    (None, None),
    ([1.0, (2,)], [1.0, (2,)]),
    ({"a": torch.ones(2)}, {"a": torch.ones(2)}),
    (np.array([1.0, np.nan]), np.array([1.0, np.nan])),
    (torch.tensor([1.0, torch.inf]), torch.tensor([1.0, torch.inf])),
    (torch.eye(2).to_sparse(), torch.eye(2).to_sparse()),
    (torch.ones(2, dtype=torch.bfloat16), torch.ones(2, dtype=torch.bfloat16)),
    (torch.ones(2, requires_grad=True), torch.ones(2)),
]
DIFFERENT: list[tuple[object, object]] = [
    (1, True),
    (1, 1.0),
    (1, 2),
    (torch.ones(2), torch.ones(2, dtype=torch.float64)),
    (torch.ones(2), torch.ones(1, 2)),
    (torch.ones(1), torch.ones(2)),
    (torch.ones(1), torch.ones(1) + 1e-2),
    (torch.tensor([1]), torch.tensor([2])),
    (np.ones(2), np.ones(2, dtype=np.float32)),
    (np.array([1]), np.array([2])),
    ([1], [1, 2]),
    ({"a": 1}, {"b": 1}),
    (object(), object()),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_same_values(a: object, b: object) -> None:
    assert same_value(a, b)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different_values(a: object, b: object) -> None:
    assert not same_value(a, b)
