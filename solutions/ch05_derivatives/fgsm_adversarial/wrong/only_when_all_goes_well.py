"""When the model raises, your code never gets to the line that puts the modes back. That line belongs into a finally."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_when_the_model_raises"]


def fgsm(model, loss_fn, x, y, eps):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.enable_grad():
        point = x.detach().clone().requires_grad_()
        (slope,) = torch.autograd.grad(loss_fn(model(point), y), point)
    for part, training in modes:
        part.training = training
    return (point.detach() + eps * slope.sign()).clamp(0, 1)
