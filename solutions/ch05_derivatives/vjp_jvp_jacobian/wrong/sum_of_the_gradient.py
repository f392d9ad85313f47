"""You differentiate the sum of ∇f and multiply by v afterwards: that mixes rows. v goes in as the vector that is pulled back."""

import torch
from reference import *  # noqa: F403
from reference import leaf, pull

FAILS = ["test_example_hvp", "test_hvp", "test_other_shapes_are_refused"]


def hvp(f, x, v):
    x = leaf(x)
    y = f(x)
    g = pull(y, x, torch.ones_like(y), create_graph=True)
    return pull(g, x, torch.ones_like(g)) * v
