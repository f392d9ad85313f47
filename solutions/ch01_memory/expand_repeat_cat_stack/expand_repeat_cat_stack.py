"""Put tensors together: a new axis, another order of axes, or one after the other."""

import torch
from torch import Tensor


def outer_sum(a: Tensor, b: Tensor) -> Tensor:
    return a[:, None] + b[None, :]


def stack_ragged(ts: list[Tensor], dim: int) -> Tensor:
    if not ts:
        raise ValueError("there is no tensor to join")
    # torch.cat would skip a tensor of shape (0,), whatever the others look like.
    if len({sizes_beside(t, dim) for t in ts}) > 1:
        raise ValueError(f"shapes {[tuple(t.shape) for t in ts]} differ in more than dimension {dim}")
    return torch.cat(ts, dim)


def sizes_beside(t: Tensor, dim: int) -> tuple[int, ...]:
    """The sizes of t in order, with that along dim left open."""
    return tuple(-1 if d == dim % t.dim() else size for d, size in enumerate(t.shape))


def add_channel_bias(x_nchw: Tensor, bias_c: Tensor) -> Tensor:
    return x_nchw + bias_c[:, None, None]  # lines up with C, H, W


def nhwc_to_nchw(x: Tensor, contiguous: bool) -> Tensor:
    nchw = x.permute(0, 3, 1, 2)
    return nchw.contiguous() if contiguous else nchw
