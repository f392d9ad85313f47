"""Logging that keeps no graph alive and does not wait for the device."""

from collections.abc import Iterable

import numpy as np
from torch import Tensor, nn


class Meter:
    """The mean loss of an epoch, batch by batch."""

    def __init__(self) -> None:
        """Nothing seen yet."""
        raise NotImplementedError

    def update(self, loss: Tensor, n: int) -> None:
        """Take in the mean loss of a batch of n >= 1 examples.

        loss: shape (), floating of any dtype, with a graph or without; no value may be read from it here
        """
        raise NotImplementedError

    def value(self) -> float:
        """The mean over all examples so far, each counted once, summed in float64; nan before the first."""
        raise NotImplementedError


def collect_predictions(model: nn.Module, loader: Iterable[Tensor]) -> np.ndarray:
    """The model's outputs for all batches, in the mode that it is in, with no graph made.

    loader: at least one batch (B, ...), perhaps an iterator -> (sum of all B, ...)
    """
    raise NotImplementedError
