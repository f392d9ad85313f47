"""Wrong: projects b with the already projected a, so that b keeps the part that points against a."""

import torch
from torch import Tensor


def backward_split(loss_a: Tensor, loss_b: Tensor, weight: float) -> None:
    loss_a.backward(retain_graph=True)
    (weight * loss_b).backward()


def _flat(loss: Tensor, params: list[Tensor]) -> Tensor:
    grads = torch.autograd.grad(loss, params, retain_graph=True, allow_unused=True)
    return torch.cat([torch.zeros_like(p).flatten() if g is None else g.flatten() for g, p in zip(grads, params)])


def grad_cosine(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> float:
    a, b = _flat(loss_a, params), _flat(loss_b, params)
    if a.norm() == 0 or b.norm() == 0:
        return 0.0
    return (a @ b / (a.norm() * b.norm())).item()


def _leaves(loss: Tensor) -> list[Tensor]:
    nodes = [loss.grad_fn]
    for node in nodes:
        nodes += [n for n, _ in dict.fromkeys(node.next_functions) if n is not None and n not in nodes]
    return [n.variable for n in nodes if hasattr(n, "variable")]


def backward_surgery(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> None:
    a, b = _flat(loss_a, params), _flat(loss_b, params)
    if a @ b < 0:
        a = a - (a @ b) / (b @ b) * b
        b = b - (b @ a) / (a @ a) * a
    both = loss_a + loss_b
    reached = {id(leaf) for leaf in _leaves(both)}
    torch.autograd.grad(both, _leaves(both))
    for p, g in zip(params, (a + b).split([p.numel() for p in params])):
        if id(p) in reached:
            g = g.view(p.shape).clone()
            p.grad = g if p.grad is None else p.grad + g
