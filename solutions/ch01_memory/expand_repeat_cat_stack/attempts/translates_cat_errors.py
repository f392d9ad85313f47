"""Right: lets torch.cat complain and turns its error into ValueError; movedim for the channels."""

import torch


def outer_sum(a, b):
    return torch.add(a.unsqueeze(-1), b)


def stack_ragged(ts, dim):
    ndims = {t.ndim for t in ts}
    if len(ndims) != 1:
        raise ValueError(f"need tensors of one number of dimensions, got {sorted(ndims)}")
    try:
        return torch.cat(ts, dim=dim)
    except (RuntimeError, IndexError) as error:
        raise ValueError(str(error)) from error


def add_channel_bias(x_nchw, bias_c):
    channels_at_the_end = x_nchw.movedim(1, -1) + bias_c
    return channels_at_the_end.movedim(-1, 1)


def nhwc_to_nchw(x, contiguous):
    view = torch.movedim(x, 3, 1)
    if not contiguous:
        return view
    return view.clone(memory_format=torch.contiguous_format)
