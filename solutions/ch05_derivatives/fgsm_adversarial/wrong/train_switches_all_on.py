"""You end with model.train(): that puts every part into training mode, those too that were in evaluation mode before."""

import torch
from reference import *  # noqa: F403

FAILS = [
    "test_leaves_the_model[fgsm]",
    "test_leaves_the_model[pgd]",
    "test_when_the_model_raises",
    "test_mode_of_the_step[evaluation]",
]


def pgd(model, loss_fn, x, y, eps, alpha, steps):
    x = x.detach()
    moved = x.clone()
    model.eval()
    try:
        with torch.enable_grad():
            for _ in range(steps):
                point = moved.detach().requires_grad_()
                (slope,) = torch.autograd.grad(loss_fn(model(point), y), point)
                moved = (moved + alpha * slope.sign()).clamp(x - eps, x + eps).clamp(0, 1)
    finally:
        model.train()
    return moved


def fgsm(model, loss_fn, x, y, eps):
    return pgd(model, loss_fn, x, y, eps, eps, 1)


def adversarial_step(model, loss_fn, optimizer, x, y, eps):
    loss = loss_fn(model(fgsm(model, loss_fn, x, y, eps)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
