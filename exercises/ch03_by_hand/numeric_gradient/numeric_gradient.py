"""Gradients by central differences, and a check of autograd's gradients against them."""

from collections.abc import Callable, Sequence

from torch import Tensor


def numerical_grad(f: Callable[..., Tensor], inputs: Sequence[Tensor], eps: float = 1e-6) -> list[Tensor | None]:
    """Central differences of the scalar f(*inputs) with respect to each floating input; None for other inputs.

    Raises ValueError for a floating input that is not float64.
    """
    raise NotImplementedError


def my_gradcheck(
    f: Callable[..., Tensor], inputs: Sequence[Tensor], eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    """Whether autograd's gradients of every element of f(*inputs) equal central differences.

    Checked are the inputs that require grad: |analytic - numeric| <= atol + rtol * |numeric|
    Raises ValueError if one of these is not float64, or if there is none.
    """
    raise NotImplementedError
