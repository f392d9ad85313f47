"""Under the caller's no_grad your forward records nothing, and there is no gradient to take. Switch it on: torch.enable_grad()."""

import torch
from reference import *  # noqa: F403
from reference import evaluating

FAILS = ["test_unusual_callers[no_grad]"]


def fgsm(model, loss_fn, x, y, eps):
    with evaluating(model):
        point = x.detach().clone().requires_grad_()
        (slope,) = torch.autograd.grad(loss_fn(model(point), y), point)
    return (point.detach() + eps * slope.sign()).clamp(0, 1)
