"""Where a broken backward comes from."""

from collections.abc import Callable

from torch import Tensor


def locate(fn: Callable[[], Tensor]) -> tuple[str, int] | None:
    """Run fn().backward() and say which operation of the forward makes it fail.

    fn: computes a loss of one element
    -> (the name of the node whose backward fails, like "ExpBackward0"; the line, in fn's file, of its forward call),
    or None when backward runs through and makes no NaN
    Other errors pass through; anomaly mode is afterwards what it was.
    """
    raise NotImplementedError
