"""Right: remembers every module's mode, autograd.grad for the input, modes back in finally."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

Loss = Callable[[Tensor, Tensor], Tensor]


def _sign(model: nn.Module, loss_fn: Loss, x: Tensor, y: Tensor) -> Tensor:
    modes = [(m, m.training) for m in model.modules()]
    model.eval()
    try:
        with torch.enable_grad():
            leaf = x.detach().clone().requires_grad_()
            (g,) = torch.autograd.grad(loss_fn(model(leaf), y), leaf)
    finally:
        for m, mode in modes:
            m.training = mode
    return g.sign()


def fgsm(model: nn.Module, loss_fn: Loss, x: Tensor, y: Tensor, eps: float) -> Tensor:
    return (x.detach() + eps * _sign(model, loss_fn, x, y)).clamp(0, 1)


def pgd(model: nn.Module, loss_fn: Loss, x: Tensor, y: Tensor, eps: float, alpha: float, steps: int) -> Tensor:
    x = x.detach()
    adv = x.clone()
    for _ in range(steps):
        adv = adv + alpha * _sign(model, loss_fn, adv, y)
        adv = torch.minimum(torch.maximum(adv, x - eps), x + eps).clamp(0, 1)
    return adv


def adversarial_step(
    model: nn.Module, loss_fn: Loss, optimizer: torch.optim.Optimizer, x: Tensor, y: Tensor, eps: float
) -> float:
    adv = fgsm(model, loss_fn, x, y, eps)
    optimizer.zero_grad()
    loss = loss_fn(model(adv), y)
    loss.backward()
    optimizer.step()
    return loss.item()
