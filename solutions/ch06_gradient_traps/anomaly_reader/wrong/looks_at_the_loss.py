"""You take a loss that is not finite for a fault; infinity is a value, and backward may well run through."""

import torch
from reference import *  # noqa: F403
from reference import locate as right

FAILS = ["test_nothing_wrong"]


def locate(fn):
    found = right(fn)
    if found is None:
        loss = fn()
        if not torch.isfinite(loss):
            return loss.grad_fn.name(), 0
    return found
