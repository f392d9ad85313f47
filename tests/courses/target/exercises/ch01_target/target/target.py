"""The stub that every attack starts from."""

from torch import Tensor


def double(x: Tensor) -> Tensor:
    """Twice x: any shape -> the same shape."""
    raise NotImplementedError


def row_softmax(x: Tensor) -> Tensor:
    """Softmax of each row: (n, m) -> (n, m)."""
    raise NotImplementedError


def count(x: Tensor) -> int:
    """How many elements of x are positive."""
    raise NotImplementedError


def train(x: Tensor, y: Tensor, steps: int) -> float:
    """The slope of the line through the origin that fits y best, by gradient descent."""
    raise NotImplementedError
