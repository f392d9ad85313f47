"""Windows and image patches as views: no element is copied."""

from torch import Tensor


def windows1d(x: Tensor, size: int, step: int) -> Tensor:
    """All windows of size neighbouring elements that begin at 0, step, 2 * step, … and fit into x.

    x: (L,), any stride and offset -> (n_windows, size), a view of x
    Raises ValueError when size is below 1 or above L, or step below 1.
    """
    raise NotImplementedError


def patches2d(img: Tensor, k: int, stride: int) -> Tensor:
    """All k x k patches whose upper left corners are stride pixels apart in both directions.

    img: (H, W), any strides and offset -> (H', W', k, k), a view of img
    Raises ValueError when k is below 1 or above H or W, or stride below 1.
    """
    raise NotImplementedError
