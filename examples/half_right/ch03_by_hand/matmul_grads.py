"""Gradients of x @ w for all ranks."""

from torch import Tensor


def matmul_backward(grad: Tensor, x: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    """Gradients of (grad * (x @ w)).sum() by x and by w."""
    return grad @ w.T, x.T @ grad
