"""As few digits as tell two numbers apart, and never so few that they look equal."""

from typing import Any

import pytest
import torch

from grader.checks.digits import side_by_side

NEXT = torch.tensor(0.3).nextafter(torch.tensor(1.0))


def wide(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize(
    ("expected", "actual", "texts"),
    [
        (1 / 3, 0.5, ("0.3333", "0.5")),
        (0.3, 0.30000001192092896, ("0.3", "0.30000001")),
        (0.3, 0.1 + 0.2, ("0.3", "0.30000000000000004")),
        (0.3, 0.3, ("0.3", "0.3")),
        (1 / 3, 1 / 3, ("0.3333", "0.3333")),
        (1e8, 1e8 + 9, ("1e+08", "1.0000001e+08")),
        (1 / 3 + 1j, 1 / 3 + 1.00001j, ("0.333333+1.0j", "0.333333+1.00001j")),
        (float("nan"), float("nan"), ("nan", "nan")),
        (1, 1.0, ("1", "1.0")),
        (None, 1 / 3, ("None", "0.3333")),
        (wide(1 / 3, 1.0), wide(1 / 3, 1 + 2e-7), ("[0.3333, 1.0]", "[0.3333, 1.0000002]")),
        (torch.tensor([0.3]), NEXT[None], ("[0.3]", "[0.30000004]")),
        (torch.tensor(0.9036297798), torch.tensor(0.9036297798), ("0.9036", "0.9036")),
        (torch.tensor(0.9036297798), 2, ("0.9036", "2")),
        (torch.tensor(1.1, dtype=torch.bfloat16), torch.tensor(1.11, dtype=torch.bfloat16), ("1.1", "1.11")),
        (torch.ones(2), torch.ones(1, 2), ("[1.0, 1.0]", "[[1.0, 1.0]]")),
        (torch.tensor([2**24 + 1]), torch.tensor([2**24]), ("[16777217]", "[16777216]")),
        ((1 / 3, True), [1 / 3, False], ("(0.3333, True)", "[0.3333, False]")),
        ((1.0,), (), ("(1.0,)", "()")),
    ],
)
def test_side_by_side(expected: Any, actual: Any, texts: tuple[str, str]) -> None:
    assert side_by_side(expected, actual) == texts


def test_a_difference_that_does_not_count_takes_no_digits() -> None:
    told = side_by_side([0.3, 0.5], [0.1 + 0.2, 0.50001], wrong=[False, True])
    assert told == ("[0.3, 0.5]", "[0.3, 0.50001]")


def test_neighbours_never_look_equal() -> None:
    values = torch.rand(200, generator=torch.Generator().manual_seed(0)).tolist()
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        x = torch.tensor(values, dtype=dtype)
        y = x.nextafter(torch.ones((), dtype=dtype)) if dtype not in (torch.float16, torch.bfloat16) else x * 1.02
        for one, other in zip(x, y, strict=True):
            expected, actual = side_by_side(one, other)
            assert (expected == actual) == bool(one == other)
