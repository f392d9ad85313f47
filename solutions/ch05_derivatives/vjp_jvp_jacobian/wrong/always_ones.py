"""You pull back ones whatever v is: that is the gradient of the sum of the outputs. v weighs the outputs."""

import torch
from reference import *  # noqa: F403
from reference import leaf, pull

FAILS = ["test_example", "test_vjp", "test_other_shapes_are_refused"]


def vjp(f, x, v):
    x = leaf(x)
    y = f(x)
    return pull(y, x, torch.ones_like(y))
