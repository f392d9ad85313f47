"""materialize_grads makes zeros of the parameter's shape; in a batch of gradients they need the batch in front."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_per_loss", "test_samples"]


def grads_per_loss(losses, params):
    if not params:
        return []
    seeds = torch.eye(len(losses), dtype=losses.dtype)
    return list(torch.autograd.grad(losses, params, seeds, is_grads_batched=True, materialize_grads=True))


def per_sample_grads(model, loss_fn, X, y):
    params = {name: p for name, p in model.named_parameters() if p.requires_grad}
    return dict(zip(params, grads_per_loss(loss_fn(model(X), y), list(params.values()))))
