"""You took the one-sided difference (f(x + eps) - f(x)) / eps: its error is of order eps, that of the central one of order eps²."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_central_differences"]


@torch.no_grad()
def numerical_grad(f, inputs, eps=1e-6):
    if any(x.is_floating_point() and x.dtype != torch.float64 for x in inputs):
        raise ValueError("float64")
    values = [x.detach().clone() for x in inputs]
    grads = []
    for x in values:
        if not x.is_floating_point():
            grads.append(None)
            continue
        grad = torch.zeros_like(x)
        for at in torch.cartesian_prod(*map(torch.arange, x.shape)).reshape(-1, x.dim()).tolist() if x.dim() else [()]:
            at = tuple(at)
            kept, start = x[at].item(), f(*values).item()
            x[at] = kept + eps
            grad[at] = (f(*values).item() - start) / eps
            x[at] = kept
        grads.append(grad)
    return grads
