"""Right: frees what lies on the way to params, with the last autograd.grad."""

import torch
from torch import Tensor


def backward_split(loss_a: Tensor, loss_b: Tensor, weight: float) -> None:
    loss_a.backward(retain_graph=True)
    (loss_b * weight).backward()


def grad_cosine(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> float:
    a = torch.autograd.grad(loss_a, params, retain_graph=True, materialize_grads=True)
    b = torch.autograd.grad(loss_b, params, retain_graph=True, materialize_grads=True)
    a = torch.cat([g.reshape(-1) for g in a])
    b = torch.cat([g.reshape(-1) for g in b])
    norms = a.norm() * b.norm()
    return 0.0 if norms == 0 else float(a @ b / norms)


def backward_surgery(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> None:
    grads_a = torch.autograd.grad(loss_a, params, retain_graph=True, allow_unused=True)
    grads_b = torch.autograd.grad(loss_b, params, allow_unused=True)

    def full(grads):
        return [torch.zeros_like(p) if g is None else g for g, p in zip(grads, params)]

    a, b = full(grads_a), full(grads_b)
    ab = sum((x * y).sum() for x, y in zip(a, b))
    if ab < 0:
        aa = sum((x * x).sum() for x in a)
        bb = sum((y * y).sum() for y in b)
        total = [(x - ab / bb * y) + (y - ab / aa * x) for x, y in zip(a, b)]
    else:
        total = [x + y for x, y in zip(a, b)]
    for p, g, ga, gb in zip(params, total, grads_a, grads_b):
        if ga is None and gb is None:
            continue
        p.grad = g if p.grad is None else p.grad + g
