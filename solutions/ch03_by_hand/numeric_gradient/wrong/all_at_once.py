"""You moved all elements at once: that gives the sum of their slopes. One element at a time has a slope of its own."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_central_differences", "test_every_input"]


@torch.no_grad()
def numerical_grad(f, inputs, eps=1e-6):
    if any(x.is_floating_point() and x.dtype != torch.float64 for x in inputs):
        raise ValueError("float64")
    grads = []
    for i, x in enumerate(inputs):
        above, below = [*inputs], [*inputs]
        above[i], below[i] = x + eps, x - eps
        grads.append(((f(*above) - f(*below)) / (2 * eps)).expand(x.shape).clone())
    return grads
