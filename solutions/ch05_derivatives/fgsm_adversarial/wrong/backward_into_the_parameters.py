"""backward() also adds to the .grad of every parameter; torch.autograd.grad(loss, x) gives the input's gradient alone."""

import torch
from reference import *  # noqa: F403
from reference import evaluating

FAILS = ["test_leaves_the_model[fgsm]", "test_leaves_the_model[pgd]"]


def pgd(model, loss_fn, x, y, eps, alpha, steps):
    x = x.detach()
    moved = x.clone()
    with evaluating(model), torch.enable_grad():
        for _ in range(steps):
            point = moved.detach().requires_grad_()
            loss_fn(model(point), y).backward()
            moved = (moved + alpha * point.grad.sign()).clamp(x - eps, x + eps).clamp(0, 1)
    return moved


def fgsm(model, loss_fn, x, y, eps):
    return pgd(model, loss_fn, x, y, eps, eps, 1)
