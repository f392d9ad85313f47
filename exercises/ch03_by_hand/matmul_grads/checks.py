"""Hidden checks for matmul_grads."""

import pytest
import torch
from matmul_grads import matmul_backward

from grader.checks import assert_allocates_at_most, assert_close, assert_matches, assert_unchanged, make_inputs

SIZES = {"n": [0, 1, 3], "k": [1, 2, 4], "m": [1, 3], "b": [1, 2], "c": [2, 3]}
LAYOUTS = ["contiguous", "transposed", "sliced"]
# y, x, w of each combination.
RANKS = {"1@1": ("", "k", "k"), "1@2": ("m", "k", "k m"), "2@1": ("n", "n k", "k"), "2@2": ("n m", "n k", "k m")}
BATCHES = {"3@3": ("c n m", "c n k", "c k m"), "4@4": ("b c n m", "b c n k", "b c k m")}
SHARED = {
    "3@2": ("c n m", "c n k", "k m"),
    "2@3": ("c n m", "n k", "c k m"),
    "4@2": ("b c n m", "b c n k", "k m"),
    "4@3": ("b c n m", "b c n k", "c k m"),
}
STRETCHED = {
    "x stretched": ("c n m", "1 n k", "c k m"),
    "w stretched": ("c n m", "c n k", "1 k m"),
    "both stretched": ("2 c n m", "2 1 n k", "1 c k m"),
    "one stretched, one missing": ("2 c n m", "2 1 n k", "c k m"),
}
VECTORS = {
    "1@3": ("c m", "k", "c k m"),
    "3@1": ("c n", "c n k", "k"),
    "1@4": ("b c m", "k", "b c k m"),
    "4@1": ("b c n", "b c n k", "k"),
}


def by_autograd(grad, x, w):
    """What matmul_backward should give."""
    x, w = x.detach().requires_grad_(), w.detach().requires_grad_()
    return torch.autograd.grad(x @ w, (x, w), grad)


def compare(specs, rng, cases=6, dtype=torch.float64):
    assert_matches(matmul_backward, by_autograd, make_inputs(rng, *specs, sizes=dict.fromkeys(SIZES, 1), dtype=dtype))
    inputs = make_inputs(rng, *specs, cases=cases, layouts=LAYOUTS, sizes=SIZES, dtype=dtype)
    assert_matches(matmul_backward, by_autograd, inputs)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement"""
    x, w = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[1.0, 0.0], [5.0, 2.0]])
    grad_x, grad_w = matmul_backward(torch.ones(2, 2), x, w)
    assert_close(grad_x, torch.tensor([[1.0, 7.0], [1.0, 7.0]]), message="`grad_x` of the example")
    assert_close(grad_w, torch.tensor([[4.0, 4.0], [6.0, 6.0]]), message="`grad_w` of the example")


@pytest.mark.points(1)
@pytest.mark.parametrize("case", list(RANKS))
def test_vectors_and_matrices(case, rng):
    """Every pair of vectors and matrices"""
    compare(RANKS[case], rng)


@pytest.mark.points(1)
def test_batches(rng):
    """Stacks of matrices with the same batch dimensions"""
    for specs in BATCHES.values():
        compare(specs, rng)


@pytest.mark.points(2)
def test_shared_operand(rng):
    """An operand that lacks batch dimensions of the other"""
    for specs in SHARED.values():
        compare(specs, rng, cases=4)


@pytest.mark.points(2)
def test_stretched_operand(rng):
    """Batch dimensions of size 1 that broadcast"""
    for specs in STRETCHED.values():
        compare(specs, rng, cases=4)


@pytest.mark.points(2)
def test_vectors_and_batches(rng):
    """A vector with a stack of matrices"""
    for specs in VECTORS.values():
        compare(specs, rng, cases=4)


@pytest.mark.points(1)
@pytest.mark.depends("test_example")
def test_float32_and_expanded(rng):
    """float32 stays float32, and the gradient of a sum has stride 0"""
    compare(("c n m", "c n k", "k m"), rng, cases=3, dtype=torch.float32)
    x, w = torch.randn(2, 3, 4, generator=rng), torch.randn(4, 5, generator=rng)
    assert_matches(matmul_backward, by_autograd, [(torch.ones(()).expand(2, 3, 5), x, w)], rtol=1e-5, atol=1e-5)


@pytest.mark.points(1)
@pytest.mark.depends("test_batches")
def test_no_giant_tensor(rng):
    """No tensor holds all combinations (B, N, K, M)"""
    b, n, k, m = 4, 6, 8, 10
    grad = torch.randn(b, n, m, generator=rng)
    x, w = torch.randn(b, n, k, generator=rng), torch.randn(b, k, m, generator=rng)
    assert_allocates_at_most(b * max(n * k, k * m, n * m), matmul_backward, grad, x, w)


@pytest.mark.points(1)
def test_arguments_unchanged(rng):
    """grad, x and w stay as they are"""
    for specs in (("m", "k", "k m"), ("c n m", "c n k", "k m")):
        assert_unchanged(matmul_backward, *next(iter(make_inputs(rng, *specs, sizes={"n": 2, "k": 3, "m": 4, "c": 2}))))
