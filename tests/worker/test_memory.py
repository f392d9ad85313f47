"""Sharing of memory, asked by writing and reading."""

import pytest
import torch

from grader.worker.memory import call_sharing, shares_memory

BASE = torch.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    "view",
    [
        BASE.T,
        BASE[1:, ::2],
        BASE[0].expand(5, 4),
        BASE[:, :1].expand(3, 7),
        BASE.unfold(1, 3, 1),
        BASE.view(-1),
        BASE.numpy()[1],
        torch.nn.Parameter(BASE),
    ],
    ids=["transposed", "sliced", "expanded", "expanded column", "windows", "flat", "array", "parameter"],
)
def test_views_share(view: object) -> None:
    before = BASE.clone()
    assert shares_memory(view, BASE)
    assert shares_memory(BASE, view)
    assert torch.equal(BASE, before), "what was written to ask is put back"


@pytest.mark.parametrize(
    "other", [BASE.clone(), BASE + 0, BASE.numpy().copy(), BASE[0].clone().expand(5, 4), torch.zeros(0)]
)
def test_copies_do_not(other: object) -> None:
    assert not shares_memory(other, BASE)
    assert not shares_memory(BASE, other)


def test_neighbours_in_one_storage_share_nothing() -> None:
    assert not shares_memory(BASE[0], BASE[1])
    assert not shares_memory(BASE[:, 0], BASE[:, 1])


def test_a_result_without_memory_is_told() -> None:
    assert call_sharing(lambda x: 3, (BASE,), {}, 0) == (3, None)
