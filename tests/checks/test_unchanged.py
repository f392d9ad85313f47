"""assert_unchanged: arguments are left as they were."""

from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from grader.checks import assert_unchanged
from grader.checks.unchanged import bitwise_equal, same_bits
from tests.checks.facts import facts_of


def test_returns_the_result() -> None:
    assert assert_unchanged(lambda x: x.sum(), torch.ones(3)).item() == 3.0


@pytest.mark.parametrize(
    ("fn", "argument"),
    [
        (lambda x: x.add_(1), torch.zeros(2)),
        (lambda x: x.T.zero_(), torch.ones(2, 3)),
        (lambda x: x.t_(), torch.ones(2, 3)),
        (lambda x: x.__setitem__(0, 5.0), np.zeros(2)),
        (lambda x: x.append(1), [1, 2]),
        (lambda x: x[0].zero_(), [torch.ones(2)]),
        (lambda x: x.update(a=2), {"a": 1}),
        (lambda x: x.pop("a"), {"a": 1}),
        (lambda x: x.add(3), {1}),
    ],
)
def test_changes_are_found(fn: Any, argument: Any) -> None:
    facts = facts_of(assert_unchanged, fn, argument)
    assert facts.rung == "arguments_changed"


def test_the_message_shows_before_and_after() -> None:
    def normalise(x: Tensor, scale: float) -> Tensor:
        x -= x.mean()
        return x / scale

    facts = facts_of(assert_unchanged, normalise, torch.tensor([1.0, 3.0]), scale=2.0)
    assert facts.headline == "`normalise` changes its argument `x`."
    assert (facts.expected, facts.actual) == ("[1.0, 3.0]", "[-1.0, 1.0]")
    assert facts.smallest_input == {"x": "[1.0, 3.0]", "scale": "2.0"}


def test_a_single_element_with_an_odd_stride_can_be_compared() -> None:
    x = torch.ones(2)[::2]
    assert assert_unchanged(lambda t: t + 1, x).item() == 2
    assert facts_of(assert_unchanged, lambda t: t.mul_(2), x).rung == "arguments_changed"


def test_keyword_arguments_are_watched() -> None:
    facts = facts_of(assert_unchanged, lambda *, x: x.zero_(), x=torch.ones(2))
    assert "`x`" in facts.headline


def test_bits_decide() -> None:
    nan = torch.tensor([float("nan")])
    assert same_bits(nan, nan.clone())
    assert not same_bits(torch.tensor([0.0]), torch.tensor([-0.0]))
    assert not same_bits(torch.zeros(2), torch.zeros(2, 1))
    assert same_bits(torch.tensor([1 + 2j]).conj(), torch.tensor([1 - 2j]))
    assert same_bits(torch.tensor(True), torch.tensor(True))
    assert bitwise_equal(float("nan"), float("nan"))
    assert not bitwise_equal({"a": 1, "b": 2}, {"b": 2, "a": 1})
