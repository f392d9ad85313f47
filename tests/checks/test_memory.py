"""Views, copies and identity."""

from typing import Any

import numpy as np
import pytest
import torch

from grader.checks import assert_copies, assert_is_view, assert_same_object, assert_shares_memory
from tests.checks.facts import facts_of

X = torch.arange(12.0).reshape(3, 4)
VIEWS = [
    lambda x: x,
    lambda x: x.T,
    lambda x: x[1:],
    lambda x: x.view(-1),
    lambda x: x.detach(),
    lambda x: x.expand(2, 3, 4),
    lambda x: x.numpy(),
    lambda x: x[..., ::2],
]
COPIES = [
    lambda x: x.clone(),
    lambda x: x.T.reshape(-1),
    lambda x: x[[0, 1]],
    lambda x: torch.tensor(x.tolist()),
    lambda x: x.numpy().copy(),
    lambda x: x + 0,
]


@pytest.mark.parametrize("fn", VIEWS)
def test_views_share(fn: Any) -> None:
    assert assert_shares_memory(fn, X.clone()).shape == fn(X).shape
    facts = facts_of(assert_copies, fn, X.clone())
    assert facts.headline == "`<lambda>` returns a view of `x`; its result should have memory of its own."


@pytest.mark.parametrize("fn", COPIES)
def test_copies_do_not_share(fn: Any) -> None:
    assert_copies(fn, X.clone())
    facts = facts_of(assert_shares_memory, fn, X.clone())
    assert facts.headline == "`<lambda>` returns a copy of `x`; it should return a view that shares its memory."


def test_arrays_with_negative_strides() -> None:
    assert_shares_memory(lambda a: a[::-1], np.arange(4.0))
    assert_shares_memory(torch.from_numpy, np.arange(4.0))


def test_disjoint_views_of_one_storage_do_not_share() -> None:
    whole = torch.zeros(4)
    assert_copies(lambda x: whole[2:], whole[:2])


def test_another_argument_or_a_keyword() -> None:
    a, b = torch.zeros(2), torch.ones(2)
    assert_shares_memory(lambda x, y: y, a, b, of=1)
    assert_shares_memory(lambda x, *, out: out, a, out=b, of="out")
    assert "`y`" in facts_of(assert_shares_memory, lambda x, y: x, a, b, of=1).headline


def test_a_view_that_copies_on_the_way() -> None:
    assert_is_view(lambda x: x.T, X.clone())

    def wasteful(x: torch.Tensor) -> torch.Tensor:
        x.clone()
        return x[0]

    assert "`clone`" in facts_of(assert_is_view, wasteful, X.clone()).headline


def test_results_of_other_kinds() -> None:
    assert facts_of(assert_shares_memory, lambda x: x.tolist(), X.clone()).rung == "type"


@pytest.mark.parametrize("argument", [3, torch.zeros(0)])
def test_arguments_without_memory_are_the_authors(argument: Any) -> None:
    with pytest.raises(ValueError, match="array argument that has elements"):
        assert_shares_memory(lambda x: x, argument)


def test_identity() -> None:
    x = torch.ones(2)
    assert_same_object(x, x)
    assert (
        "a copy with equal values instead of the object itself" in facts_of(assert_same_object, x.clone(), x).headline
    )
    assert "not the very object" in facts_of(assert_same_object, None, x).headline
