"""Wrong: slices the shapes with a negative dim as it is, so dim=-1 compares the whole shape and refuses what fits."""

import torch
from torch import Tensor


def outer_sum(a: Tensor, b: Tensor) -> Tensor:
    return a[:, None] + b[None, :]


def stack_ragged(ts: list[Tensor], dim: int) -> Tensor:
    if not ts:
        raise ValueError("the list is empty")
    ndim = ts[0].dim()
    if ndim == 0 or not -ndim <= dim < ndim:
        raise ValueError(f"dimension {dim} does not exist in a tensor of {ndim} dimensions")
    first = ts[0].shape
    for t in ts:
        if t.dim() != ndim or t.shape[:dim] != first[:dim] or t.shape[dim + 1 :] != first[dim + 1 :]:
            raise ValueError(f"shapes {tuple(first)} and {tuple(t.shape)} do not fit along dimension {dim}")
    return torch.cat(ts, dim)


def add_channel_bias(x_nchw: Tensor, bias_c: Tensor) -> Tensor:
    return x_nchw + bias_c[:, None, None]


def nhwc_to_nchw(x: Tensor, contiguous: bool) -> Tensor:
    out = x.permute(0, 3, 1, 2)
    return out.contiguous() if contiguous else out
