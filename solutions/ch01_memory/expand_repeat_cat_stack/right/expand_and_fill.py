"""expand instead of implicit broadcasting, transposes one after the other, and a result that is filled part by part."""

import torch


def outer_sum(a, b):
    n, m = len(a), len(b)
    return a.unsqueeze(1).expand(n, m) + b.unsqueeze(0).expand(n, m)


def stack_ragged(ts, dim):
    if len(ts) == 0:
        raise ValueError("no tensors")
    first = ts[0]
    dim = dim + first.dim() if dim < 0 else dim
    for t in ts:
        if t.dim() != first.dim():
            raise ValueError("the number of dimensions differs")
        for d in range(t.dim()):
            if d != dim and t.shape[d] != first.shape[d]:
                raise ValueError(f"sizes {t.shape[d]} and {first.shape[d]} in dimension {d}")
    total = list(first.shape)
    total[dim] = sum(t.shape[dim] for t in ts)
    out = torch.empty(total, dtype=first.dtype)
    start = 0
    for t in ts:
        out.narrow(dim, start, t.shape[dim]).copy_(t)
        start += t.shape[dim]
    return out


def add_channel_bias(x_nchw, bias_c):
    return (x_nchw.movedim(1, -1) + bias_c).movedim(-1, 1)


def nhwc_to_nchw(x, contiguous):
    nchw = x.transpose(2, 3).transpose(1, 2)
    return nchw.clone(memory_format=torch.contiguous_format) if contiguous else nchw
