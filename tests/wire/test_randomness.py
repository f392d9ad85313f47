"""A random state that two sides share: it goes on where it was, and what came from the other side is looked through."""

import random
import struct
from collections.abc import Iterator

import numpy as np
import pytest
import torch

from grader.wire.randomness import SharedRandom


@pytest.fixture(autouse=True)
def own_state() -> Iterator[None]:
    before = torch.get_rng_state(), np.random.get_state(), random.getstate()
    torch.manual_seed(1)
    np.random.seed(1)
    random.seed(1)
    yield
    torch.set_rng_state(before[0])
    np.random.set_state(before[1])
    random.setstate(before[2])


def drawn() -> list[object]:
    """An odd number of normal numbers, so that each generator keeps one back."""
    return [torch.rand(3).tolist(), torch.randn(1).tolist(), np.random.normal(), random.gauss(0, 1), random.random()]


def test_the_other_side_goes_on_where_this_one_is() -> None:
    drawn()
    shared = SharedRandom()
    state = shared.state
    here = drawn()
    shared.take(state)
    assert drawn() == here


@pytest.mark.parametrize("draw", [lambda: torch.rand(1), np.random.rand, random.random])
def test_only_a_changed_state_is_news(draw: object) -> None:
    shared = SharedRandom()
    assert shared.news() is None
    draw()  # type: ignore[operator]
    news = shared.news()
    assert news is not None
    assert shared.news() is None
    shared.take(news)
    assert shared.news() is None


def test_after_the_end_nothing_is_told_or_heeded() -> None:
    shared = SharedRandom()
    state = shared.state
    expected = drawn()
    shared.take(state)
    shared.end()
    torch.rand(1)
    assert shared.news() is None
    shared.take(state)
    assert drawn() != expected


TORCH_LEFT, TORCH_SEEDED, TORCH_NEXT = 8, 12, 16  # offsets in bytes
PYTHON_POSITION = -(4 + 9)  # from the end
NUMPY_POSITION = -(4 * 625 + 9) - (4 + 9)


def test_a_default_device_is_not_meant_for_it() -> None:
    shared = SharedRandom()
    with torch.device("meta"):
        torch.rand(1, device="cpu")
        news = shared.news()
        assert news is not None
        shared.take(news)


@pytest.mark.parametrize(
    ("offset", "kind", "value"),
    [
        (TORCH_LEFT, "<i", 600),
        (TORCH_LEFT, "<i", -1),
        (TORCH_LEFT, "<i", 0),
        (TORCH_SEEDED, "<i", 0),
        (TORCH_NEXT, "<Q", 624),
        (TORCH_NEXT, "<Q", 2**63),
        (NUMPY_POSITION, "<I", 625),
        (NUMPY_POSITION, "<I", 2**31),
        (PYTHON_POSITION, "<I", 625),
        (PYTHON_POSITION, "<I", 2**32 - 1),
    ],
)
def test_a_state_that_points_beside_its_numbers_is_refused(offset: int, kind: str, value: int) -> None:
    torch.rand(1)
    shared = SharedRandom()
    forged = bytearray(shared.state)
    at = offset if offset >= 0 else len(forged) + offset
    struct.pack_into(kind, forged, at, value)
    assert bytes(forged) != shared.state
    with pytest.raises(ValueError):
        shared.take(bytes(forged))


@pytest.mark.parametrize("state", [b"", None, "text", [1], b"\0" * 10])
def test_what_is_no_state_is_refused(state: object) -> None:
    with pytest.raises(ValueError, match="not one"):
        SharedRandom().take(state)
