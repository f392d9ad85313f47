"""Guards against writes that autograd does not see."""

from contextlib import AbstractContextManager

from torch import Tensor


def guarded(t: Tensor) -> AbstractContextManager[None]:
    """Raises RuntimeError at the end of the block when the values of t changed in it and its version did not.

    The message names the shape of t. An exception of the block's own goes on instead.
    """
    raise NotImplementedError


def checked_saves() -> AbstractContextManager[object]:
    """What is saved for backward inside the block is compared when backward needs it.

    If a value has changed by then, in whatever way, backward raises a RuntimeError that names the tensor's shape.
    """
    raise NotImplementedError
