"""`reshape` and `view` keep the elements in their old order and only cut them differently: that mixes up pixels and channels; `permute` moves axes."""

from reference import *  # noqa: F403

FAILS = ["test_example_nhwc_to_nchw[view]", "test_example_nhwc_to_nchw[contiguous]"]


def nhwc_to_nchw(x, contiguous):
    n, h, w, c = x.shape
    return x.reshape(n, c, h, w)
