"""You added the bias into the images that you were given: the caller's tensor changed; `x + b` makes a new one."""

from reference import *  # noqa: F403

FAILS = ["test_example_add_channel_bias", "test_channel_bias_leaves_its_arguments"]


def add_channel_bias(x_nchw, bias_c):
    x_nchw += bias_c[:, None, None]
    return x_nchw
