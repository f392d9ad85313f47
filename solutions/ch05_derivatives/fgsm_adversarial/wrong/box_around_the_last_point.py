"""Your box moves along: each step is kept within eps of the point before it. It is eps of the original x that counts."""

import torch
from reference import *  # noqa: F403
from reference import evaluating

FAILS = [
    "test_example_pgd",
    "test_pgd",
    "test_evaluation_mode",
    "test_unusual_callers[no_grad]",
    "test_unusual_callers[frozen]",
    "test_unusual_callers[leaf]",
    "test_unusual_callers[result]",
    "test_digits_are_fooled",
]


def pgd(model, loss_fn, x, y, eps, alpha, steps):
    moved = x.detach().clone()
    with evaluating(model), torch.enable_grad():
        for _ in range(steps):
            point = moved.detach().requires_grad_()
            (slope,) = torch.autograd.grad(loss_fn(model(point), y), point)
            moved = (moved + alpha * slope.sign()).clamp(moved - eps, moved + eps).clamp(0, 1)
    return moved
