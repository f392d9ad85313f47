"""The bias lost its gradient (`.data`, `.detach()`, a loop over `.item()`): it is a parameter, and could never learn."""

from reference import *  # noqa: F403

FAILS = ["test_channel_bias_gradients"]


def add_channel_bias(x_nchw, bias_c):
    return x_nchw + bias_c.detach()[:, None, None]
