"""You give all losses the same weight: grad_outputs holds one weight for each output."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_weighted", "test_weighted_without_graph", "test_intermediate[grads_of_weighted]"]


def grads_of_weighted(losses, weights, params):
    live = [loss for loss in losses if loss.requires_grad]
    if not live or not params:
        return [torch.zeros_like(p) for p in params]
    return list(torch.autograd.grad(live, params, [torch.ones_like(x) for x in live], materialize_grads=True))
