"""assert_leaves_no_graph."""

import pytest
import torch

from grader.checks import Finding, assert_leaves_no_graph
from tests.checks.facts import facts_of

W = torch.ones(2, requires_grad=True)


def test_numbers_leaves_and_detached_tensors_pass() -> None:
    assert_leaves_no_graph([1.0, W, (W * 2).detach(), {"a": (W.sum().item(),)}, None])


def test_a_history_of_live_losses() -> None:
    facts = facts_of(assert_leaves_no_graph, [1.0, W.sum()])
    assert facts.rung == "state"


def test_the_place_is_named() -> None:
    def fit() -> list[torch.Tensor]:
        return [W.sum().detach(), W.sum()]

    history = fit()
    with pytest.raises(Finding, match=r"^`fit\(…\)\[1\]` is still part of a graph\."):
        assert_leaves_no_graph(history)
