"""Column means without mean."""

from torch import Tensor


def column_means(x: Tensor) -> Tensor:
    """x: (N, D), N >= 1 -> (D,), the mean of each column"""
    raise NotImplementedError
