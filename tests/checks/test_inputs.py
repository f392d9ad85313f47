"""make_inputs: described tensors."""

from math import prod

import pytest
import torch

from grader.checks import make_inputs
from grader.checks.inputs import Layout


def rng(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_letters_are_shared_and_integers_fixed() -> None:
    for x, y, z in make_inputs(rng(), "n d", "m d", "4 3", cases=10):
        assert x.shape[1] == y.shape[1]
        assert z.shape == (4, 3)


def test_the_smallest_case_comes_first() -> None:
    totals = [sum(prod(t.shape) for t in case) for case in make_inputs(rng(), "n d", "m d", cases=20)]
    assert totals == sorted(totals)
    assert totals[0] < totals[-1]


def test_sizes_come_from_their_pools() -> None:
    seen = {x.shape for (x,) in make_inputs(rng(), "n k", cases=40, sizes={"n": [0, 1], "k": 6})}
    assert seen == {(0, 6), (1, 6)}


def test_the_generator_alone_decides() -> None:
    first, again, other = (next(make_inputs(rng(seed), "4 3"))[0] for seed in (1, 1, 2))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_layouts_are_taken_in_turn_and_keep_the_shape() -> None:
    layouts: list[Layout] = ["contiguous", "transposed", "sliced", "offset", "expanded"]
    cases = list(make_inputs(rng(), "4 3", cases=5, layouts=layouts))
    assert all(case[0].shape == (4, 3) for case in cases)
    contiguous, transposed, sliced, offset, expanded = (case[0] for case in cases)
    assert contiguous.is_contiguous()
    assert transposed.stride() == (1, 4)
    assert sliced.stride() == (6, 2)
    assert offset.storage_offset() == 3
    assert expanded.stride() == (0, 1)


def test_dtypes_and_ranges() -> None:
    x, y, z, b = next(
        make_inputs(
            rng(), "50", "50", "50", "50", dtype=[torch.float64, torch.int64, torch.bfloat16, torch.bool], high=3
        )
    )
    assert (x.dtype, z.dtype, b.dtype) == (torch.float64, torch.bfloat16, torch.bool)
    assert set(y.tolist()) == {0, 1, 2}
    assert 0 <= float(x.min()) < float(x.max()) < 3
    assert next(make_inputs(rng(), "3", dtype=torch.complex128))[0].is_complex()


def test_special_values_appear() -> None:
    (x,) = next(make_inputs(rng(), "30", special=[float("inf"), float("nan")]))
    assert bool(x.isinf().any())
    assert bool(x.isnan().any())


def test_requires_grad() -> None:
    x, labels = next(make_inputs(rng(), "3", "3", dtype=[torch.float32, torch.int64], requires_grad=True))
    assert x.requires_grad
    assert x.is_leaf
    assert not labels.requires_grad


def test_a_scalar() -> None:
    assert next(make_inputs(rng(), ""))[0].shape == ()


def test_mistakes_are_the_authors() -> None:
    with pytest.raises(ValueError, match="2 dtypes for 1"):
        make_inputs(rng(), "n", dtype=[torch.float32, torch.float64])
    with pytest.raises(ValueError, match="no layout"):
        next(make_inputs(rng(), "3", layouts=["diagonal"]))  # type: ignore[list-item]
