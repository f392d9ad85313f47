"""You flattened the images with `view`: that fails when they are not contiguous, and when there are no images."""

from reference import *  # noqa: F403

FAILS = ["test_channel_bias_values"]


def add_channel_bias(x_nchw, bias_c):
    n, c, h, w = x_nchw.shape
    return (x_nchw.view(n, c, -1) + bias_c[:, None]).view(n, c, h, w)
