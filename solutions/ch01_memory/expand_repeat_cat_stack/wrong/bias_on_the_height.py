"""Your bias lines up with the height: (C, 1) needs one more dimension of size 1 behind it."""

from reference import *  # noqa: F403

FAILS = ["test_example_add_channel_bias", "test_channel_bias_leaves_its_arguments"]


def add_channel_bias(x_nchw, bias_c):
    return x_nchw + bias_c[:, None]
