"""Right: everything as numpy float64 vectors; the graph is freed by a last autograd.grad over all leaves."""

import math

import numpy as np
import torch
from torch import Tensor


class Gradients:
    """The gradients of one loss, as numpy arrays; None where the loss doesn't reach."""

    def __init__(self, loss: Tensor, params: list[Tensor]) -> None:
        self.arrays = []
        for p in params:
            (g,) = torch.autograd.grad(loss, [p], retain_graph=True, allow_unused=True)
            self.arrays.append(None if g is None else g.detach().cpu().numpy().astype(np.float64))
        self.shapes = [tuple(p.shape) for p in params]

    def flat(self) -> np.ndarray:
        parts = [np.zeros(s) if x is None else x for x, s in zip(self.arrays, self.shapes)]
        return np.concatenate([part.ravel() for part in parts])


def backward_split(loss_a: Tensor, loss_b: Tensor, weight: float) -> None:
    loss_a.backward(retain_graph=True)
    weighted = loss_b * weight
    weighted.backward(retain_graph=False)


def grad_cosine(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> float:
    a, b = Gradients(loss_a, params).flat(), Gradients(loss_b, params).flat()
    na, nb = math.sqrt(float(a @ a)), math.sqrt(float(b @ b))
    if na == 0.0 or nb == 0.0:
        return 0.0
    return float(a @ b) / (na * nb)


def backward_surgery(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> None:
    ga, gb = Gradients(loss_a, params), Gradients(loss_b, params)
    a, b = ga.flat(), gb.flat()
    ab = float(np.dot(a, b))
    new_a, new_b = a.copy(), b.copy()
    if ab < 0:
        new_a = a - ab / float(np.dot(b, b)) * b
        new_b = b - ab / float(np.dot(a, a)) * a
    sizes = [p.numel() for p in params]
    pieces = np.split(new_a + new_b, np.cumsum(sizes)[:-1])
    for i in range(len(params)):
        if ga.arrays[i] is None and gb.arrays[i] is None:
            continue
        piece = torch.tensor(pieces[i].reshape(params[i].shape), dtype=params[i].dtype)
        with torch.no_grad():
            if params[i].grad is None:
                params[i].grad = piece
            else:
                params[i].grad.add_(piece)

    def leaves(node, found, seen):
        if node is None or node in seen:
            return
        seen.add(node)
        if hasattr(node, "variable"):
            found.append(node.variable)
        for n in node.next_functions:
            leaves(n[0], found, seen)

    found: list[Tensor] = []
    both = loss_a + loss_b
    leaves(both.grad_fn, found, set())
    torch.autograd.grad(both, found)
