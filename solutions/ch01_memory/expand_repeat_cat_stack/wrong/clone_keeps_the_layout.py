"""`clone()` keeps the memory order of a permuted tensor: the copy has the channels last again; `contiguous()` rewrites it."""

from reference import *  # noqa: F403

FAILS = ["test_nchw_is_contiguous_when_asked"]


def nhwc_to_nchw(x, contiguous):
    nchw = x.permute(0, 3, 1, 2)
    return nchw.clone() if contiguous else nchw
