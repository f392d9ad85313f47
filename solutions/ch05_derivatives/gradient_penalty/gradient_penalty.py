"""Losses that contain a gradient with respect to the input."""

from collections.abc import Callable

import torch
from torch import Tensor, nn


def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor, eps: Tensor) -> Tensor:
    eps = eps.reshape(-1, *[1] * (real.dim() - 1))
    x = (eps * real + (1 - eps) * fake).detach().requires_grad_()
    norms = slope(critic(x).sum(), x).flatten(1).norm(dim=1)
    return (norms - 1).square().mean()


def input_grad_norm_sq(model: nn.Module, loss_fn: Callable[[Tensor, Tensor], Tensor], x: Tensor, y: Tensor) -> Tensor:
    x = x.detach().requires_grad_()
    return slope(loss_fn(model(x), y), x).square().sum()


def slope(value: Tensor, x: Tensor) -> Tensor:
    """The gradient of a scalar with respect to x, with a graph of its own."""
    (grad,) = torch.autograd.grad(value, x, create_graph=True)
    return grad
