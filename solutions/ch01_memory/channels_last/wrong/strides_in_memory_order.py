"""You gave the strides in the order N, H, W, C of the memory: the shape stays (N, C, H, W), and so does the order of the strides."""

from reference import *  # noqa: F403

FAILS = ["test_example_strides"]


def channels_last_strides(shape):
    _, c, h, w = shape
    return h * w * c, w * c, c, 1
