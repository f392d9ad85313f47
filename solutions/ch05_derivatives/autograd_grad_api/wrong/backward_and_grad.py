"""You call backward and read .grad: what was there before is added to, and intermediate results have none."""

import torch
from reference import *  # noqa: F403

FAILS = [
    "test_intermediate[grads_or_zero]",
    "test_intermediate[grads_of_weighted]",
    "test_mistakes_raise",
    "test_leaves_no_trace",
]


def grads_or_zero(loss, params):
    for p in params:
        if p.is_leaf:
            p.grad = None
    loss.backward()
    return [torch.zeros_like(p) if not p.is_leaf or p.grad is None else p.grad for p in params]


def grads_of_weighted(losses, weights, params):
    total = sum(w * loss for w, loss in zip(weights, losses))
    return grads_or_zero(total, params) if total.requires_grad else [torch.zeros_like(p) for p in params]
