"""Right: attacks a deep copy of the model in eval mode, so that the model itself is never touched."""

import copy

import torch
from torch import Tensor, nn


class Attacker:
    def __init__(self, model: nn.Module, loss_fn, y: Tensor) -> None:
        self.model = copy.deepcopy(model)
        self.model.eval()
        for p in self.model.parameters():
            p.requires_grad = False
        self.loss_fn = loss_fn
        self.y = y

    def direction(self, x: Tensor) -> Tensor:
        with torch.enable_grad():
            x = x.detach().clone()
            x.requires_grad = True
            x.grad = None
            loss = self.loss_fn(self.model(x), self.y)
            loss.backward(inputs=[x])
        return torch.sign(x.grad)


def fgsm(model: nn.Module, loss_fn, x: Tensor, y: Tensor, eps: float) -> Tensor:
    attacker = Attacker(model, loss_fn, y)
    moved = x.detach() + eps * attacker.direction(x)
    moved[moved < 0] = 0
    moved[moved > 1] = 1
    return moved


def pgd(model: nn.Module, loss_fn, x: Tensor, y: Tensor, eps: float, alpha: float, steps: int) -> Tensor:
    attacker = Attacker(model, loss_fn, y)
    original = x.detach().clone()
    low, high = original - eps, original + eps
    current = original.clone()
    step = 0
    while step < steps:
        current = current + alpha * attacker.direction(current)
        current = torch.where(current < low, low, current)
        current = torch.where(current > high, high, current)
        current = current.clamp(min=0.0).clamp(max=1.0)
        step += 1
    return current


def adversarial_step(model: nn.Module, loss_fn, optimizer, x: Tensor, y: Tensor, eps: float) -> float:
    examples = fgsm(model, loss_fn, x, y, eps)
    for group in optimizer.param_groups:
        for p in group["params"]:
            p.grad = None
    loss = loss_fn(model(examples), y)
    before_update = loss.item()
    loss.backward()
    optimizer.step()
    return before_update
