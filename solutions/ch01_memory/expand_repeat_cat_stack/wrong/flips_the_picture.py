"""You swapped two dimensions, C with H: that leaves (N, C, W, H), with every picture mirrored along its diagonal."""

from reference import *  # noqa: F403

FAILS = ["test_example_nhwc_to_nchw[view]", "test_example_nhwc_to_nchw[contiguous]"]


def nhwc_to_nchw(x, contiguous):
    nchw = x.transpose(1, 3)
    return nchw.contiguous() if contiguous else nchw
