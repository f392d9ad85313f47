"""The windows at every position first; the step is an ordinary slice of them."""


def windows1d(x, size, step):
    if not (0 < size <= x.numel() and step > 0):
        raise ValueError("no window fits, or the step is not positive")
    at_every_position = x.as_strided((x.numel() - size + 1, size), (x.stride(0), x.stride(0)))
    return at_every_position[::step]


def patches2d(img, k, stride):
    h, w = img.shape
    if not (0 < k <= min(h, w) and stride > 0):
        raise ValueError("no patch fits, or the stride is not positive")
    everywhere = img.as_strided((h - k + 1, w - k + 1, k, k), img.stride() * 2)
    return everywhere[::stride, ::stride]
