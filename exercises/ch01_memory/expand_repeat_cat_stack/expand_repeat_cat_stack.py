"""Put tensors together: a new axis, another order of axes, or one after the other."""

from torch import Tensor


def outer_sum(a: Tensor, b: Tensor) -> Tensor:
    """out[i, j] = a[i] + b[j]; the only tensor made is the result.

    a: (n,), b: (m,) -> (n, m)
    """
    raise NotImplementedError


def stack_ragged(ts: list[Tensor], dim: int) -> Tensor:
    """The tensors one after the other along dim, where their sizes may differ.

    ts: at least one tensor, all with the same number of dimensions (1 or more), the same dtype, and the same sizes
    except along dim; dim: may be negative
    Raises ValueError when ts is empty or the shapes do not fit.
    """
    raise NotImplementedError


def add_channel_bias(x_nchw: Tensor, bias_c: Tensor) -> Tensor:
    """One number added to each channel.

    x_nchw: (N, C, H, W), bias_c: (C,) -> (N, C, H, W)
    """
    raise NotImplementedError


def nhwc_to_nchw(x: Tensor, contiguous: bool) -> Tensor:
    """Images with the channels last, given with the channels first.

    x: (N, H, W, C) -> (N, C, H, W); a view of x, or, when contiguous is true, a contiguous tensor
    """
    raise NotImplementedError
