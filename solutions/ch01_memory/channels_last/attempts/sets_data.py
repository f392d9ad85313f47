"""Right: sets the .data of every 4-d parameter, and asks a permuted view whether it is contiguous."""

import torch


def channels_last_strides(shape):
    n, c, h, w = shape
    b, y, x, ch = torch.empty((n, h, w, c), device="meta").stride()
    return b, ch, y, x


def layout(t4d):
    if t4d.is_contiguous():
        return "contiguous"
    return "channels_last" if t4d.permute(0, 2, 3, 1).is_contiguous() else "other"


def convert(module, x):
    for p in module.parameters():
        if p.dim() == 4:
            p.data = p.data.to(memory_format=torch.channels_last)
    return module, x.to(memory_format=torch.channels_last)
