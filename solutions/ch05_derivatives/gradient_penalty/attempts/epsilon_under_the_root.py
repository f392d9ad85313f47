"""Wrong: adds 1e-6 under the root, so that the penalty of a flat critic is 0.998 and not 1."""

import torch
from torch import Tensor, nn


def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor, eps: Tensor) -> Tensor:
    alpha = eps.view(len(eps), *[1 for _ in real.shape[1:]])
    mixed = (alpha * real + (1 - alpha) * fake).detach().requires_grad_()
    g = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)[0]
    norm = (g.flatten(1).square().sum(1) + 1e-6).sqrt()
    return (norm - 1).square().mean()


def input_grad_norm_sq(model: nn.Module, loss_fn, x: Tensor, y: Tensor) -> Tensor:
    x = x.detach().clone().requires_grad_()
    g = torch.autograd.grad(loss_fn(model(x), y), x, create_graph=True)[0]
    return g.square().sum()
