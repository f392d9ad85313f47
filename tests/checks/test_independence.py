"""Rows of a batch, causality and symmetry."""

import pytest
import torch
from torch import Tensor

from grader.checks import assert_batch_independent, assert_causal, assert_equivariant
from tests.checks.facts import facts_of

X = torch.randn(3, 5, 2, generator=torch.Generator().manual_seed(0))


def test_independent_rows() -> None:
    assert_batch_independent(lambda x: x.softmax(-1), X)
    assert_batch_independent(lambda x, w: x @ w, X, torch.ones(2, 4))
    assert_batch_independent(lambda ids: ids * 2, torch.tensor([[1, 2], [0, 3]]))


@pytest.mark.parametrize(
    "fn",
    [
        lambda x: x - x.mean(0),
        lambda x: x.softmax(0),
        lambda x: x / x.norm(),
        lambda x: x.flip(0),
        lambda x: x.transpose(0, 1).reshape(x.shape),
    ],
)
def test_mixed_rows(fn: object) -> None:
    facts = facts_of(assert_batch_independent, fn, X)
    assert facts.headline == "`<lambda>` mixes the rows of a batch."
    assert facts.details[0].startswith("Row 0 ")


def test_rows_that_get_lost() -> None:
    assert facts_of(assert_batch_independent, lambda x: x.sum(), X).rung == "shape"
    assert facts_of(assert_batch_independent, lambda x: None, X).rung == "type"


def test_causal() -> None:
    assert_causal(lambda x: x.cumsum(1), X)
    assert_causal(lambda x: x, X, dim=2)
    assert_causal(lambda x: x.cumsum(1).movedim(1, 0), X, result_dim=0)


def test_looking_one_step_ahead_is_located() -> None:
    def ahead(x: Tensor) -> Tensor:
        y = x.cumsum(1)
        y[:, 2] += x[:, 3]
        return y

    facts = facts_of(assert_causal, ahead, X)
    assert facts.headline == "`ahead` looks into the future: position 2 of the result depends on position 3."
    assert facts.where == "position 2"
    assert facts_of(assert_causal, lambda x: x.mean(1, keepdim=True).expand_as(x), X).where == "position 0"


def test_a_result_without_positions() -> None:
    assert facts_of(assert_causal, lambda x: x.sum(1), X).rung == "shape"
    assert facts_of(assert_causal, lambda x: x.sum(), X).rung == "shape"


def test_equivariant() -> None:
    order = torch.tensor([2, 0, 1])
    assert_equivariant(lambda x: x * 2, X, lambda x: x[order])
    assert_equivariant(lambda x: x.sum(0), X, lambda x: x[order], result_transform=lambda y: y)
    facts = facts_of(assert_equivariant, lambda x: x.cumsum(0), X, lambda x: x[order], what="the rows are permuted")
    assert facts.headline == (
        "`<lambda>` does not follow its input: when the rows are permuted, the result must change in the same way."
    )


def test_too_few_rows_are_the_authors() -> None:
    with pytest.raises(ValueError, match="two rows"):
        assert_batch_independent(lambda x: x, X[:1])
    with pytest.raises(ValueError, match="two positions"):
        assert_causal(lambda x: x, X[:, :1])
