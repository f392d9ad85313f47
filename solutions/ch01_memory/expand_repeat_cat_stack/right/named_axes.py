"""A column view, einsum to name the axes, and moveaxis."""

import torch


def outer_sum(a, b):
    return torch.add(a.reshape(-1, 1), b)


def stack_ragged(ts, dim):
    shapes = [list(t.shape) for t in ts]
    if not shapes or any(len(shape) != len(shapes[0]) for shape in shapes):
        raise ValueError("the tensors must have the same number of dimensions, and there must be one")
    for shape in shapes:
        del shape[dim]
    if any(shape != shapes[0] for shape in shapes):
        raise ValueError("the tensors differ beside the dimension to join")
    return torch.concat(tuple(ts), dim=dim)


def add_channel_bias(x_nchw, bias_c):
    return x_nchw + bias_c.view(1, -1, 1, 1)


def nhwc_to_nchw(x, contiguous):
    nchw = torch.einsum("nhwc->nchw", x)
    return nchw.contiguous() if contiguous else nchw
