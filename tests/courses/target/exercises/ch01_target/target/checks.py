"""Hidden checks with a canary in every place that student code must not see."""

import pytest
import torch
from target import count, double, row_softmax, train

from grader.checks import assert_close, assert_gradients, assert_shapes

CANARY = "canary-in-the-checks-5d1f"


@pytest.mark.visible
def test_double_example():
    """The example of the statement"""
    assert_close(double(torch.tensor([1.0, 2.0])), torch.tensor([2.0, 4.0]))


def test_double_shapes():
    """double keeps the shape"""
    assert_shapes(double, "n m -> n m", sizes={"n": [0, 1, 3], "m": [1, 2]})


def test_double_values(rng):
    """double is right for random points, three times over"""
    for _ in range(3):
        x = torch.randn(5, 4, generator=rng)
        expected = 2 * x
        assert_close(double(x), expected)


def test_double_expected_afterwards(rng):
    """double is right, where the expectation is computed after the call"""
    x = torch.randn(5, 4, generator=rng)
    assert_close(double(x), 2 * x)


def test_double_asserted_plainly(rng):
    """double is right, asked with a bare comparison"""
    number = float(torch.rand((), generator=rng))
    assert float(double(torch.tensor(number))) == 2 * float(torch.tensor(number))


def test_double_by_torch_itself(rng):
    """double is right, asked with torch's own comparison"""
    x = torch.randn(3, generator=rng)
    expected = 2 * x
    torch.testing.assert_close(double(x), expected)
    assert torch.equal(double(x), expected)


def test_double_gradient(rng):
    """The gradient of double is 2 everywhere"""
    assert_gradients(double, torch.randn(3, 2, generator=rng, dtype=torch.float64))


def test_double_gradcheck(rng):
    """torch's gradcheck agrees, twice"""
    x = torch.randn(3, generator=rng, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(double, (x,))
    assert torch.autograd.gradcheck(double, (x,))


def test_softmax_values(rng):
    """Each row sums to 1 and is right"""
    x = torch.randn(4, 5, generator=rng)
    expected = torch.softmax(x, -1)
    assert_close(row_softmax(x), expected)


def test_count(rng):
    """The number of positive elements"""
    x = torch.randn(40, generator=rng)
    expected = int((x > 0).sum())
    assert count(x) == expected


def test_count_in_a_list(rng):
    """The number of positive elements, looked up"""
    x = torch.randn(40, generator=rng)
    expected = int((x > 0).sum())
    assert [count(x)] == [expected]
    assert count(x) in (expected,)


def test_train(rng, course_data):
    """The slope is found on hidden data"""
    secret = course_data("secret")
    x, y = torch.from_numpy(secret["x"]), torch.from_numpy(secret["y"])
    assert abs(train(x, y, 50) - 3) < 0.05


def test_canary_is_used():
    """A check that knows a secret"""
    secret = CANARY
    assert_close(double(torch.tensor([float(len(secret))])), torch.tensor([2.0 * len(secret)]))
