"""Wrong: does not switch autograd on, so that the attack raises under the caller's no_grad."""

import torch
from torch import Tensor, nn


def _direction(model: nn.Module, loss_fn, x: Tensor, y: Tensor) -> Tensor:
    modes = {m: m.training for m in model.modules()}
    try:
        model.eval()
        x = x.detach().clone().requires_grad_()
        return torch.autograd.grad(loss_fn(model(x), y), x)[0].sign()
    finally:
        for m in modes:
            m.training = modes[m]


def fgsm(model: nn.Module, loss_fn, x: Tensor, y: Tensor, eps: float) -> Tensor:
    return (x.detach() + eps * _direction(model, loss_fn, x, y)).clamp(0, 1)


def pgd(model: nn.Module, loss_fn, x: Tensor, y: Tensor, eps: float, alpha: float, steps: int) -> Tensor:
    x = x.detach()
    adv = x.clone()
    for _ in range(steps):
        adv = adv + alpha * _direction(model, loss_fn, adv, y)
        adv = adv.clamp(x - eps, x + eps).clamp(0, 1)
    return adv


def adversarial_step(model: nn.Module, loss_fn, optimizer, x: Tensor, y: Tensor, eps: float) -> float:
    adv = fgsm(model, loss_fn, x, y, eps)
    optimizer.zero_grad()
    loss = loss_fn(model(adv), y)
    loss.backward()
    optimizer.step()
    return loss.item()
