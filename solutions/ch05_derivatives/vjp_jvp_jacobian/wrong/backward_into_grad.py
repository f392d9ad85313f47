"""You call backward(): it adds to the .grad of x and of every parameter that f uses. torch.autograd.grad returns instead."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_leaves_no_trace"]


def vjp(f, x, v):
    mine = x if x.requires_grad and x.is_leaf else x.detach().requires_grad_()
    y = f(mine)
    if y.requires_grad:
        y.backward(v)
    return torch.zeros_like(x) if mine.grad is None else mine.grad
