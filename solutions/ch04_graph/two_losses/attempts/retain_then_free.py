"""Right: retain_graph for the first loss only; flat vectors from autograd.grad."""

import torch
from torch import Tensor


def backward_split(loss_a: Tensor, loss_b: Tensor, weight: float) -> None:
    loss_a.backward(retain_graph=True)
    (weight * loss_b).backward()


def _grads(loss: Tensor, tensors: list[Tensor]) -> list[Tensor | None]:
    return list(torch.autograd.grad(loss, tensors, retain_graph=True, allow_unused=True))


def _dot(a: list, b: list) -> float:
    return sum(float((g.double() * h.double()).sum()) for g, h in zip(a, b) if g is not None and h is not None)


def grad_cosine(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> float:
    a, b = _grads(loss_a, params), _grads(loss_b, params)
    lengths = _dot(a, a) ** 0.5 * _dot(b, b) ** 0.5
    return _dot(a, b) / lengths if lengths > 0 else 0.0


def _leaves(loss: Tensor) -> list[Tensor]:
    found, stack, seen = [], [torch.autograd.graph.get_gradient_edge(loss).node], set()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if hasattr(node, "variable"):
            found.append(node.variable)
        stack.extend(n for n, _ in node.next_functions if n is not None)
    return found


def backward_surgery(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> None:
    a, b = _grads(loss_a, params), _grads(loss_b, params)
    ab, aa, bb = _dot(a, b), _dot(a, a), _dot(b, b)
    ka, kb = (1 - ab / aa, 1 - ab / bb) if ab < 0 else (1.0, 1.0)
    for p, ga, gb in zip(params, a, b):
        if ga is None and gb is None:
            continue
        new = torch.zeros_like(p)
        if ga is not None:
            new += ka * ga
        if gb is not None:
            new += kb * gb
        p.grad = new if p.grad is None else p.grad + new
    # a walk over everything, to free it
    for loss in (loss_a, loss_b):
        try:
            torch.autograd.grad(loss, _leaves(loss), allow_unused=True)
        except RuntimeError:
            pass  # already freed
