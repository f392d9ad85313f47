"""Mean, variance, softmax and log-sum-exp over one dimension, with NumPy and torch by the same rules."""

import numpy as np
from torch import Tensor


def mean_np(a: np.ndarray, axis: int) -> np.ndarray:
    """The mean over one axis. A 0-d array has the axes 0 and -1.

    a: any shape -> that shape without axis; floating dtypes stay, integers and booleans become float64
    Raises IndexError for an axis that does not exist.
    """
    raise NotImplementedError


def mean_t(t: Tensor, dim: int, keepdim: bool = False) -> Tensor:
    """The mean over one dimension. A 0-d tensor has the dimensions 0 and -1.

    t: any shape -> that shape without dim (with size 1 there if keepdim); floating dtypes stay, others become float32
    Raises IndexError for a dimension that does not exist.
    """
    raise NotImplementedError


def var(t: Tensor, dim: int, correction: int) -> Tensor:
    """Sum of squared deviations from the mean over dim, divided by max(N - correction, 0).

    t: floating, any shape -> that shape without dim; correction: 0 or 1
    """
    raise NotImplementedError


def softmax(t: Tensor, dim: int) -> Tensor:
    """exp(t) / sum(exp(t)) over dim, without overflow.

    t: floating, any shape -> the same shape
    """
    raise NotImplementedError


def logsumexp(t: Tensor, dim: int) -> Tensor:
    """log(sum(exp(t))) over dim, without overflow; -inf where all are -inf, or where there are none.

    t: floating, any shape -> that shape without dim
    """
    raise NotImplementedError
