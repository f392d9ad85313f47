"""Right: create_graph, one norm for each flattened sample."""

from collections.abc import Callable

import torch
from torch import Tensor, nn


def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor, eps: Tensor) -> Tensor:
    real, fake = real.detach(), fake.detach()
    w = eps.detach().to(real.dtype).view(-1, *[1] * (real.dim() - 1))
    between = (w * real + (1 - w) * fake).requires_grad_()
    (g,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    norms = torch.linalg.vector_norm(g.flatten(1), dim=1)
    return ((norms - 1) ** 2).mean()


def input_grad_norm_sq(model: nn.Module, loss_fn: Callable[[Tensor, Tensor], Tensor], x: Tensor, y: Tensor) -> Tensor:
    x = x.detach().clone().requires_grad_()
    (g,) = torch.autograd.grad(loss_fn(model(x), y), x, create_graph=True)
    return g.square().sum()
