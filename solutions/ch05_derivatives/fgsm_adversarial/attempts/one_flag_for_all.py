"""Wrong: restores the mode with model.train(was_training), which wakes up submodules that were frozen in eval mode."""

import torch
from torch import Tensor, nn


def _direction(model: nn.Module, loss_fn, x: Tensor, y: Tensor) -> Tensor:
    was_training = model.training
    model.eval()
    try:
        with torch.enable_grad():
            x = x.detach().clone().requires_grad_()
            loss = loss_fn(model(x), y)
            (grad,) = torch.autograd.grad(loss, x)
    finally:
        model.train(was_training)
    return grad.sign()


def fgsm(model: nn.Module, loss_fn, x: Tensor, y: Tensor, eps: float) -> Tensor:
    return torch.clamp(x.detach() + eps * _direction(model, loss_fn, x, y), 0, 1)


def pgd(model: nn.Module, loss_fn, x: Tensor, y: Tensor, eps: float, alpha: float, steps: int) -> Tensor:
    start = x.detach()
    now = start.clone()
    for _ in range(steps):
        now = now + alpha * _direction(model, loss_fn, now, y)
        now = torch.clamp(torch.max(torch.min(now, start + eps), start - eps), 0, 1)
    return now


def adversarial_step(model: nn.Module, loss_fn, optimizer, x: Tensor, y: Tensor, eps: float) -> float:
    adv = fgsm(model, loss_fn, x, y, eps)
    optimizer.zero_grad()
    loss = loss_fn(model(adv), y)
    loss.backward()
    optimizer.step()
    return loss.item()
