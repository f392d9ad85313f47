"""Everything by permuting: NHWC made contiguous and looked at as NCHW, and strides compared with those of a fresh tensor."""

import torch


def channels_last_strides(shape):
    n, c, h, w = shape
    return torch.empty(n, h, w, c, device="meta").permute(0, 3, 1, 2).stride()


def layout(t4d):
    if t4d.numel() == 0 or packed(t4d):
        return "contiguous"
    return "channels_last" if packed(t4d.permute(0, 2, 3, 1)) else "other"


def packed(t):
    """Whether each dimension steps over exactly what lies inside it; sizes of 1 step over nothing."""
    inside = 1
    for size, stride in zip(reversed(t.shape), reversed(t.stride()), strict=True):
        if size > 1 and stride != inside:
            return False
        inside *= size
    return True


def convert(module, x):
    for p in module.parameters():
        if p.dim() == 4:
            p.data = p.data.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
    return module, x.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
