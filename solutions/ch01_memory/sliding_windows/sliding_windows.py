"""Windows and image patches as views: no element is copied."""

from torch import Tensor


def windows1d(x: Tensor, size: int, step: int) -> Tensor:
    n = count(len(x), size, step)
    (s,) = x.stride()
    return x.as_strided((n, size), (step * s, s))


def patches2d(img: Tensor, k: int, stride: int) -> Tensor:
    rows, columns = (count(length, k, stride) for length in img.shape)
    down, right = img.stride()
    return img.as_strided((rows, columns, k, k), (stride * down, stride * right, down, right))


def count(length: int, size: int, step: int) -> int:
    """How many windows fit. Raises ValueError when none does, or when size or step is below 1."""
    if step < 1 or not 1 <= size <= length:
        raise ValueError(f"windows of size {size} every {step} elements do not fit into {length} elements")
    return (length - size) // step + 1
