"""Inputs that fool a model, found by the gradient with respect to the input, and training on them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

Loss = Callable[[Tensor, Tensor], Tensor]


def fgsm(model: nn.Module, loss_fn: Loss, x: Tensor, y: Tensor, eps: float) -> Tensor:
    return pgd(model, loss_fn, x, y, eps, eps, 1)


def pgd(model: nn.Module, loss_fn: Loss, x: Tensor, y: Tensor, eps: float, alpha: float, steps: int) -> Tensor:
    x = x.detach()
    moved = x.clone()
    with evaluating(model), torch.enable_grad():
        for _ in range(steps):
            point = moved.detach().requires_grad_()
            (slope,) = torch.autograd.grad(loss_fn(model(point), y), point)
            moved = (moved + alpha * slope.sign()).clamp(x - eps, x + eps).clamp(0, 1)
    return moved


def adversarial_step(
    model: nn.Module, loss_fn: Loss, optimizer: torch.optim.Optimizer, x: Tensor, y: Tensor, eps: float
) -> float:
    loss = loss_fn(model(fgsm(model, loss_fn, x, y, eps)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """The model in evaluation mode; afterwards each part is in the mode it was in."""
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for part, training in modes:
            part.training = training
