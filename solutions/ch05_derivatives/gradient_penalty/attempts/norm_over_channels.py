"""Wrong: takes the norm over dimension 1 only, which for pictures is one norm for each pixel."""

import torch
from torch import Tensor, nn


def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor, eps: Tensor) -> Tensor:
    eps = eps.view(-1, *([1] * (real.dim() - 1)))
    x = (eps * real + (1 - eps) * fake).detach().requires_grad_()
    scores = critic(x)
    g = torch.autograd.grad(scores, x, torch.ones_like(scores), create_graph=True)[0]
    return ((g.norm(2, dim=1) - 1) ** 2).mean()


def input_grad_norm_sq(model: nn.Module, loss_fn, x: Tensor, y: Tensor) -> Tensor:
    x = x.detach().clone().requires_grad_()
    g = torch.autograd.grad(loss_fn(model(x), y), x, create_graph=True)[0]
    return (g**2).sum()
