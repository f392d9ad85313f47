"""Hidden checks for pairwise_without_blowup."""

import pytest
import torch
from pairwise_without_blowup import masked_blend, pairwise_sq_dist_broadcast, pairwise_sq_dist_lowmem

from grader.checks import (
    assert_allocates_at_most,
    assert_close,
    assert_gradients,
    assert_matches,
    assert_shapes,
    make_inputs,
)

both = pytest.mark.parametrize(
    "pairwise",
    [pairwise_sq_dist_broadcast, pairwise_sq_dist_lowmem],
    ids=["pairwise_sq_dist_broadcast", "pairwise_sq_dist_lowmem"],
)
NAN, INF = float("nan"), float("inf")


@pytest.mark.visible
@pytest.mark.points(1)
@both
def test_example(pairwise):
    """The example of the statement: the distances of two points from the origin"""
    x, y = torch.tensor([[0.0, 0.0], [3.0, 4.0]]), torch.tensor([[0.0, 0.0]])
    assert_close(pairwise(x, y), torch.tensor([[0.0], [25.0]]))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_blend():
    """The example of the statement: NaN and inf stay on the side that was not chosen"""
    cond, a, b = torch.tensor([True, False]), torch.tensor([1.0, NAN]), torch.tensor([INF, 2.0])
    assert_close(masked_blend(cond, a, b), torch.tensor([1.0, 2.0]))


@pytest.mark.points(1)
@both
def test_shapes(pairwise):
    """(N, D) and (M, D) give (N, M), also for sizes 0 and 1"""
    assert_shapes(pairwise, "n d, m d -> n m", sizes={"n": [0, 1, 5], "m": [0, 1, 7], "d": [1, 3]})


@pytest.mark.points(2)
@pytest.mark.depends("test_shapes")
@both
def test_values(pairwise, rng):
    """Right for random points, near and far, contiguous or not"""
    layouts = ["contiguous", "transposed", "sliced"]
    inputs = make_inputs(rng, "n d", "m d", cases=20, layouts=layouts, dtype=torch.float64)
    assert_matches(pairwise, lambda x, y: ((x[:, None] - y[None]) ** 2).sum(-1), inputs)


@pytest.mark.points(1)
@pytest.mark.depends("test_shapes")
@both
def test_gradients(pairwise, rng):
    """Gradients reach x and y and are right"""
    x, y = next(make_inputs(rng, "4 3", "5 3", dtype=torch.float64))
    assert_gradients(pairwise, x, y)


@pytest.mark.points(1)
@pytest.mark.depends("test_values[pairwise_sq_dist_lowmem]")
def test_never_negative(rng):
    """Coinciding points are at distance zero, not slightly below"""
    x = torch.rand(50, 8, generator=rng) * 1000
    smallest = pairwise_sq_dist_lowmem(x, x).min()
    assert smallest >= 0, f"a squared distance came out negative: {smallest.item():.3g}"


@pytest.mark.points(1)
@pytest.mark.depends("test_shapes[pairwise_sq_dist_lowmem]")
def test_memory(rng):
    """No intermediate grows with N * M * D"""
    n, m, d = 64, 48, 32
    x, y = torch.rand(n, d, generator=rng), torch.rand(m, d, generator=rng)
    assert_allocates_at_most(n * m + n * d + m * d, pairwise_sq_dist_lowmem, x, y)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_blend")
def test_blend_values(rng):
    """The chosen side comes through as it is, its own inf and NaN too, in any shape"""
    for shape in [(), (0,), (4, 3), (2, 3, 4)]:
        cond = torch.rand(shape, generator=rng) < 0.5
        a, b = torch.randn(shape, generator=rng), torch.randn(shape, generator=rng) * 1e6
        assert_matches(masked_blend, torch.where, [(cond, a, b)])
    cond, a, b = torch.tensor([True, False]), torch.tensor([INF, 2.0]), torch.tensor([1.0, NAN])
    assert_close(masked_blend(cond, a, b), torch.tensor([INF, NAN]), equal_nan=True)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_blend")
def test_blend_gradients():
    """The gradient goes to the chosen side alone, and stays finite"""
    cond = torch.tensor([True, False, True])
    a = torch.tensor([1.0, NAN, 3.0], requires_grad=True)
    b = torch.tensor([INF, 2.0, NAN], requires_grad=True)
    out = masked_blend(cond, a, b)
    assert out.requires_grad, "the result of `masked_blend` does not require grad, although `a` and `b` do"
    out.sum().backward()
    assert_close(a.grad, torch.tensor([1.0, 0.0, 1.0]))
    assert_close(b.grad, torch.tensor([0.0, 1.0, 0.0]))
