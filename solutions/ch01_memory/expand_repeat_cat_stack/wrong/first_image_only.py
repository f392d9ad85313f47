"""You converted the first image only: the first dimension counts the images, and all of them are asked for."""

from reference import *  # noqa: F403

FAILS = ["test_nhwc_to_nchw_values[view]", "test_nhwc_to_nchw_values[contiguous]"]


def nhwc_to_nchw(x, contiguous):
    nchw = x[:1].permute(0, 3, 1, 2)
    return nchw.contiguous() if contiguous else nchw
