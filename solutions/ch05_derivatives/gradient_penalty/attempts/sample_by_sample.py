"""Right: goes through the samples in a loop, with a batch of one each, and torch.dot of the flat gradient."""

import torch
from torch import Tensor, nn

ONE = 1.0


def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor, eps: Tensor) -> Tensor:
    def point(n: int) -> Tensor:
        e = float(eps[n])
        p = e * real[n].detach() + (ONE - e) * fake[n].detach()
        return p.unsqueeze(0).clone().requires_grad_(True)

    def length(vector: Tensor) -> Tensor:
        squared = torch.dot(vector, vector)
        if squared.item() == 0.0:
            return squared * 0.0
        return torch.sqrt(squared)

    penalties = []
    for n in range(real.shape[0]):
        p = point(n)
        score = critic(p).reshape(())
        gradient = torch.autograd.grad(score, p, create_graph=True)[0]
        penalties.append((length(gradient.reshape(-1)) - ONE) ** 2)
    total = penalties[0]
    for penalty in penalties[1:]:
        total = total + penalty
    return total / len(penalties)


def input_grad_norm_sq(model: nn.Module, loss_fn, x: Tensor, y: Tensor) -> Tensor:
    copy = torch.zeros_like(x, requires_grad=False)
    copy.copy_(x.detach())
    copy.requires_grad_(True)
    loss = loss_fn(model(copy), y)
    gradient = torch.autograd.grad([loss], [copy], create_graph=True, retain_graph=True)[0]
    flat = gradient.reshape(-1)
    return torch.dot(flat, flat)
