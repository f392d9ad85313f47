"""Between NumPy and torch, with shared memory or without."""

import numpy as np
from torch import Tensor


def as_shared(a: np.ndarray) -> Tensor:
    """A tensor with the values, shape and dtype of a: in the memory of a where torch can share it, else in a copy.

    a: any writable array with native byte order and strides that torch has (whole elements, >= 0) is shared; every
        other one is copied
    Raises TypeError for an array of no number type (text, dates, objects).
    """
    raise NotImplementedError


def to_numpy_isolated(t: Tensor) -> np.ndarray:
    """The values of t as an array with memory of its own.

    t: any dense tensor: with a graph, not contiguous, conjugated; bfloat16 becomes float32, other dtypes stay
    Raises TypeError for a tensor on the meta device, which has no values.
    """
    raise NotImplementedError


def shares_memory(t: Tensor, a: np.ndarray) -> bool:
    """Whether a write into some element of t changes some element of a. Changes neither."""
    raise NotImplementedError


def normalize_feature_map(t: Tensor) -> np.ndarray:
    """clip(0.5 + 0.25 * (t - mean) / std, 0, 1), with 0.5 everywhere if all values are equal; t stays as it is.

    t: floating, any shape with at least one element; mean and (population) std are over all elements
    -> float32, the same shape
    """
    raise NotImplementedError
