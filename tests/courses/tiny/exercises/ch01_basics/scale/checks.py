"""Hidden checks for scale."""

import pytest
import torch
from scale import scale, scale_

from grader.checks import assert_close, assert_gradients, assert_unchanged


@pytest.mark.visible
def test_example():
    """The example of the statement"""
    assert_close(scale(torch.tensor([1.0, 2.0]), 3.0), torch.tensor([3.0, 6.0]))


@pytest.mark.depends("test_example")
@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_values(shape, rng):
    """Right for every shape, and the argument stays as it is"""
    x = torch.rand(shape, generator=rng) + 1.0
    assert_close(assert_unchanged(scale, x, -2.5), x * -2.5)


@pytest.mark.points(2)
def test_gradients(rng):
    """The gradient reaches x"""
    x = torch.rand(3, generator=rng, dtype=torch.float64, requires_grad=True)
    assert_gradients(lambda x: scale(x, 4.0), x)


@pytest.mark.changes_arguments
@pytest.mark.points(2)
def test_in_place(rng):
    """scale_ changes its argument and returns it"""
    x = torch.rand(4, generator=rng) + 1.0
    expected = x * 3.0
    result = scale_(x, 3.0)
    assert_close(x, expected)
    assert result is x, "`scale_` should return its argument itself"
