"""You moved the caller's tensor and moved it back: x + eps - eps is not x in floating point. Nudge a copy, or put the old value back."""

import itertools

import torch
from reference import *  # noqa: F403

FAILS = ["test_leaves_no_trace[numerical_grad]"]


@torch.no_grad()
def numerical_grad(f, inputs, eps=1e-6):
    if any(x.is_floating_point() and x.dtype != torch.float64 for x in inputs):
        raise ValueError("float64")
    grads = []
    for x in inputs:
        grad = torch.zeros_like(x) if x.is_floating_point() else None
        for at in itertools.product(*map(range, x.shape)) if grad is not None else ():
            x[at] += eps
            above = f(*inputs).item()
            x[at] -= 2 * eps
            grad[at] = (above - f(*inputs).item()) / (2 * eps)
            x[at] += eps
        grads.append(grad)
    return grads
