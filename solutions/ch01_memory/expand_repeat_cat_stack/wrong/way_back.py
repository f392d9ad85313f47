"""permute(0, 2, 3, 1) is the way back, from NCHW to NHWC: each number says which old dimension the new one is."""

from reference import *  # noqa: F403

FAILS = ["test_example_nhwc_to_nchw[view]", "test_example_nhwc_to_nchw[contiguous]"]


def nhwc_to_nchw(x, contiguous):
    nchw = x.permute(0, 2, 3, 1)
    return nchw.contiguous() if contiguous else nchw
