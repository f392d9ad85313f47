"""retain_graph keeps the graph for a second pass; only create_graph=True makes the gradient itself differentiable."""

import torch
from reference import *  # noqa: F403

FAILS = [
    "test_example_penalty",
    "test_example_norm",
    "test_penalty_gradients",
    "test_flat_critic",
    "test_norm_gradients",
]


def gradient_penalty(critic, real, fake, eps):
    eps = eps.reshape(-1, *[1] * (real.dim() - 1))
    x = (eps * real + (1 - eps) * fake).detach().requires_grad_()
    grad = torch.autograd.grad(critic(x).sum(), x, retain_graph=True)[0]
    return (grad.flatten(1).norm(dim=1) - 1).square().mean()


def input_grad_norm_sq(model, loss_fn, x, y):
    x = x.detach().requires_grad_()
    return torch.autograd.grad(loss_fn(model(x), y), x, retain_graph=True)[0].square().sum()
