"""Work contracts."""

import pytest
import torch
from torch import Tensor

from grader.checks import assert_allocates_at_most, assert_no_operator, assert_vectorised, count_operators
from tests.checks.facts import facts_of


def by_broadcasting(x: Tensor, y: Tensor) -> Tensor:
    return ((x[:, None] - y[None]) ** 2).sum(-1)


def by_matmul(x: Tensor, y: Tensor) -> Tensor:
    return (x**2).sum(1)[:, None] - 2 * x @ y.T + (y**2).sum(1)


def row_by_row(x: Tensor) -> Tensor:
    return torch.stack([row / row.sum() for row in x])


def test_the_largest_tensor_is_bounded() -> None:
    x, y = torch.rand(8, 4), torch.rand(6, 4)
    assert torch.allclose(assert_allocates_at_most(8 * 6, by_matmul, x, y), by_broadcasting(x, y), atol=1e-5)
    facts = facts_of(assert_allocates_at_most, 8 * 6, by_broadcasting, x, y)
    assert facts.headline == "`by_broadcasting` makes a tensor with 192 elements; at most 48 are allowed."
    assert facts.details == ["It is the result of the operator `sub`."]
    assert facts.rung == "limits"


def test_views_make_no_tensor() -> None:
    assert_allocates_at_most(1, lambda x: x.expand(1000, 1000).T[None], torch.ones(1))
    assert_allocates_at_most(1, lambda x: x.add_(1), torch.ones(1000))


def test_vectorised() -> None:
    assert_vectorised(lambda x: x / x.sum(1, keepdim=True), lambda n: (torch.rand(n, 3),))
    facts = facts_of(assert_vectorised, row_by_row, lambda n: (torch.rand(n, 3),))
    assert facts.headline.startswith("`row_by_row` does its work one by one: ")
    assert "4 and 16 times" in facts.details[0]


def test_counts() -> None:
    counts = count_operators(lambda x: x @ x + x @ x, torch.eye(2))
    assert (counts["aten::mm"], counts["aten::add"]) == (2, 1)


@pytest.mark.parametrize("name", ["clone", "aten::clone"])
def test_forbidden_operators(name: str) -> None:
    assert assert_no_operator(lambda x: x.view(-1), (torch.ones(2, 2),), [name]).shape == (4,)
    facts = facts_of(assert_no_operator, lambda x: x.clone(), (torch.ones(2),), [name], "A view will do.")
    assert facts.headline == "`<lambda>` runs `clone`, which it should do without."
    assert facts.details == ["A view will do."]
