"""Hidden checks for standardise."""

import pytest
import torch
from standardise import standardise

from grader.checks import assert_close


@pytest.mark.visible
def test_example():
    """The example of the statement"""
    x = torch.tensor([[1.0, 0.0], [3.0, 4.0]])
    assert_close(standardise(x), torch.tensor([[-1.0, -1.0], [1.0, 1.0]]))


@pytest.mark.points(3)
@pytest.mark.depends("test_example")
def test_values(rng):
    """Mean 0 and variance 1 in every column"""
    x = torch.rand(9, 3, generator=rng, dtype=torch.float64)
    centred = x - x.mean(0)
    assert_close(standardise(x), centred / centred.square().mean(0).sqrt())
