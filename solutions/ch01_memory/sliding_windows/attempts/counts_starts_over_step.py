"""Wrong: counts (L - size + 1) // step windows, one too few when the starting places do not divide evenly."""

from torch import Tensor


def windows1d(x: Tensor, size: int, step: int) -> Tensor:
    if size < 1 or step < 1 or size > x.shape[0]:
        raise ValueError(f"no windows of size {size} with step {step} in {x.shape[0]} elements")
    n = (x.shape[0] - size + 1) // step
    (s,) = x.stride()
    return x.as_strided((n, size), (step * s, s), x.storage_offset())


def patches2d(img: Tensor, k: int, stride: int) -> Tensor:
    H, W = img.shape
    if k < 1 or stride < 1 or k > H or k > W:
        raise ValueError(f"no {k} x {k} patches with stride {stride} in {H} x {W} pixels")
    sh, sw = img.stride()
    size = ((H - k + 1) // stride, (W - k + 1) // stride, k, k)
    return img.as_strided(size, (stride * sh, stride * sw, sh, sw), img.storage_offset())
