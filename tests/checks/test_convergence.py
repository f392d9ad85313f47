"""assert_converges: thresholds and what a loss curve tells."""

import math
from typing import Any

import numpy as np
import pytest
import torch

from grader.checks import assert_converges
from grader.checks.convergence import trouble
from tests.checks.facts import facts_of

FALLING = [2.0, 1.0, 0.5, 0.25, 0.1]


@pytest.mark.parametrize(
    "losses", [FALLING, tuple(FALLING), torch.tensor(FALLING), np.array(FALLING), [torch.tensor(0.1)]]
)
def test_a_curve_that_falls_far_enough_passes(losses: Any) -> None:
    assert assert_converges(losses, below=0.2)[-1] == pytest.approx(0.1)
    assert assert_converges(lambda: losses, below=0.2)[-1] == pytest.approx(0.1)


def test_an_accuracy_is_told_in_per_cent() -> None:
    assert_converges(0.93, at_least=0.92, label="accuracy on the test digits")
    facts = facts_of(
        assert_converges,
        0.61,
        at_least=0.92,
        label="accuracy on the test digits",
        losses=[2.6, 2.4, 2.32] + [math.log(10)] * 20,
    )
    assert facts.headline == "The accuracy on the test digits reaches 61.0%; at least 92.0% is required."
    assert facts.details[0].startswith(
        "The loss falls for 3 steps and then stays at 2.3 = ln 10, the loss of guessing among 10"
    )
    assert [picture.title for picture in facts.pictures] == ["loss"]


def test_the_curve_and_the_threshold_are_drawn() -> None:
    facts = facts_of(assert_converges, FALLING, below=0.01)
    (curve,) = facts.pictures
    assert curve.kind == "curve"
    assert (curve.series[0].y, curve.threshold) == (FALLING, 0.01)
    assert (facts.rung, facts.actual, facts.expected) == ("value", "0.1", "at most 0.01")


def test_a_long_curve_is_thinned() -> None:
    (curve,) = facts_of(assert_converges, [1.0] * 100_000, below=0.5).pictures
    assert curve.kind == "curve"
    assert len(curve.series[0].y) <= 400


def test_nan_is_told_with_its_step_even_when_the_end_is_fine() -> None:
    facts = facts_of(assert_converges, [1.0, math.nan, 0.1], below=0.5)
    assert (facts.rung, facts.where) == ("non_finite", "step 1")
    assert facts.headline == "The loss becomes nan at step 1."
    assert facts_of(assert_converges, math.inf, at_least=0.5).rung == "non_finite"


@pytest.mark.parametrize(
    ("losses", "part"),
    [
        ([0.7] * 10, "exactly 0.7 at every step: the weights never change"),
        ([1.0, 3.0, 9.0], "The loss grows, from 1.0 to 9.0"),
        ([1.0, math.inf], "inf from step 1 on"),
        ([2.0, 1.5, 1.0], "from 2.0 to 1.0 in 3 steps"),
        ([3.0, 2.0, 1.7] + [1.65] * 20, "then stays at 1.65."),
    ],
)
def test_what_goes_wrong_in_a_training(losses: list[float], part: str) -> None:
    assert part in trouble(losses)


@pytest.mark.parametrize("result", [None, "abc", [], ["a"], [None], torch.zeros(2, 2), {"loss": 1}, [True], object()])
def test_results_of_other_kinds(result: Any) -> None:
    facts = facts_of(assert_converges, lambda: result, below=1.0)
    assert facts.rung == "type"
    assert facts.headline.startswith("`<lambda>` returns")


def test_a_training_that_raises_is_told() -> None:
    def train() -> list[float]:
        raise IndexError("7")

    assert facts_of(assert_converges, train, below=1.0).rung == "exception"


def test_a_threshold_is_needed() -> None:
    with pytest.raises(ValueError, match="either below or at_least"):
        assert_converges([1.0])
    with pytest.raises(ValueError, match="either below or at_least"):
        assert_converges([1.0], below=1.0, at_least=0.0)
