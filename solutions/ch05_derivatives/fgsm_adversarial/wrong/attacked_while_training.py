"""You attack the model in training mode: dropout makes the gradient random, and BatchNorm takes your examples into its statistics."""

import torch
from reference import *  # noqa: F403

FAILS = [
    "test_evaluation_mode",
    "test_mode_of_the_step[training]",
    "test_unusual_callers[no_grad]",
    "test_unusual_callers[frozen]",
    "test_unusual_callers[leaf]",
    "test_unusual_callers[result]",
]


def pgd(model, loss_fn, x, y, eps, alpha, steps):
    x = x.detach()
    moved = x.clone()
    with torch.enable_grad():
        for _ in range(steps):
            point = moved.detach().requires_grad_()
            (slope,) = torch.autograd.grad(loss_fn(model(point), y), point)
            moved = (moved + alpha * slope.sign()).clamp(x - eps, x + eps).clamp(0, 1)
    return moved


def fgsm(model, loss_fn, x, y, eps):
    return pgd(model, loss_fn, x, y, eps, eps, 1)


def adversarial_step(model, loss_fn, optimizer, x, y, eps):
    loss = loss_fn(model(fgsm(model, loss_fn, x, y, eps)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
