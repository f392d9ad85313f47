"""Gradients by autograd.grad everywhere, added to .grad by hand; cosine and projection summed parameter by parameter."""

import math

import torch


def backward_split(loss_a, loss_b, weight):
    torch.autograd.backward(loss_a, retain_graph=True)
    loss_b.backward(gradient=torch.full_like(loss_b, weight))


def _dot(left, right):
    return sum((x * y).sum().item() for x, y in zip(left, right) if x is not None and y is not None)


def grad_cosine(loss_a, loss_b, params):
    a, b = (torch.autograd.grad(loss, params, retain_graph=True, allow_unused=True) for loss in (loss_a, loss_b))
    if _dot(a, a) == 0 or _dot(b, b) == 0:
        return 0.0
    return _dot(a, b) / math.sqrt(_dot(a, a) * _dot(b, b))


def backward_surgery(loss_a, loss_b, params):
    a = torch.autograd.grad(loss_a, params, retain_graph=True, allow_unused=True)
    b = torch.autograd.grad(loss_b, params, allow_unused=True)
    product = _dot(a, b)
    for p, x, y in zip(params, a, b):
        if x is None and y is None:
            continue
        x = torch.zeros_like(p) if x is None else x
        y = torch.zeros_like(p) if y is None else y
        if product < 0:
            x, y = x - product / _dot(b, b) * y, y - product / _dot(a, a) * x
        p.grad = x + y if p.grad is None else p.grad + x + y
