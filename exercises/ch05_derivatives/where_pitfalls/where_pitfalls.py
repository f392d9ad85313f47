"""Masked computations whose gradients are finite everywhere."""

from torch import Tensor


def safe_sqrt(x: Tensor) -> Tensor:
    """√x where x > 0, else 0; the gradient is 0 there. NaN stays NaN."""
    raise NotImplementedError


def safe_log(x: Tensor, floor: float) -> Tensor:
    """log x where x > floor, else log(floor); the gradient is 0 below. NaN stays NaN."""
    raise NotImplementedError


def safe_norm(x: Tensor, dim: int) -> Tensor:
    """The Euclidean norm along dim, without that dimension; the gradient of a zero vector is 0."""
    raise NotImplementedError


def safe_divide(a: Tensor, b: Tensor) -> Tensor:
    """a / b where b is not 0, else 0; the gradients are 0 there. Broadcasts."""
    raise NotImplementedError


def select(cond: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """a where cond is nonzero, else b. Broadcasts; nothing of the other side comes through."""
    raise NotImplementedError
