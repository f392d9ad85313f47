"""You made the result contiguous every time: with `contiguous=False` the images are to share memory with x."""

from reference import *  # noqa: F403

FAILS = ["test_nchw_is_a_view_when_not"]


def nhwc_to_nchw(x, contiguous):
    return x.permute(0, 3, 1, 2).contiguous()
