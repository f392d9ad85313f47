"""Where f(x) does not depend on x, torch.autograd.grad raises or gives None; the derivative is zero."""

import torch
from reference import *  # noqa: F403
from reference import leaf

FAILS = [
    "test_zero_derivatives[vjp]",
    "test_zero_derivatives[jvp]",
    "test_zero_derivatives[jacobian]",
    "test_zero_derivatives[hvp]",
]


def vjp(f, x, v):
    x = leaf(x)
    return torch.autograd.grad(f(x), x, v)[0]


def jvp(f, x, u):
    x = leaf(x)
    y = f(x)
    w = torch.zeros_like(y, requires_grad=True)
    return torch.autograd.grad(torch.autograd.grad(y, x, w, create_graph=True)[0], w, u)[0]


def jacobian(f, x):
    x = leaf(x)
    y = f(x)
    rows = [torch.autograd.grad(element, x, retain_graph=True)[0] for element in y.flatten()]
    return torch.stack(rows).reshape((*y.shape, *x.shape)) if rows else x.new_zeros((*y.shape, *x.shape))


def hvp(f, x, v):
    x = leaf(x)
    g = torch.autograd.grad(f(x), x, create_graph=True)[0]
    return torch.autograd.grad(g, x, v)[0]
