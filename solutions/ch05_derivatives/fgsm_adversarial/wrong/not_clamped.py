"""Your values leave [0, 1]: a picture has no pixel brighter than white. Clamp after adding eps."""

import torch
from reference import *  # noqa: F403
from reference import evaluating

FAILS = [
    "test_example_fgsm",
    "test_fgsm",
    "test_evaluation_mode",
    "test_unusual_callers[no_grad]",
    "test_unusual_callers[frozen]",
    "test_unusual_callers[leaf]",
    "test_unusual_callers[result]",
    "test_step",
    "test_digits_are_fooled",
]


def fgsm(model, loss_fn, x, y, eps):
    with evaluating(model), torch.enable_grad():
        point = x.detach().clone().requires_grad_()
        (slope,) = torch.autograd.grad(loss_fn(model(point), y), point)
    return point.detach() + eps * slope.sign()


def adversarial_step(model, loss_fn, optimizer, x, y, eps):
    loss = loss_fn(model(fgsm(model, loss_fn, x, y, eps)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
