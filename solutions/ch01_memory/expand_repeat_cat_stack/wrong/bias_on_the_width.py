"""You added the bias as it is: (C,) lines up with the last dimension, the width; the channels are dimension 1."""

from reference import *  # noqa: F403

FAILS = ["test_example_add_channel_bias", "test_channel_bias_leaves_its_arguments"]


def add_channel_bias(x_nchw, bias_c):
    return x_nchw + bias_c
