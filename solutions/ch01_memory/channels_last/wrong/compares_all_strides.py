"""The stride of a dimension of size 1 may be anything: compare only the strides that are used, or ask `is_contiguous`."""

from reference import *  # noqa: F403

FAILS = ["test_layout_recognised"]


def layout(t4d):
    if t4d.is_contiguous():
        return "contiguous"
    return "channels_last" if t4d.stride() == channels_last_strides(t4d.shape) else "other"  # noqa: F405
