"""You walk the graph once for each loss. Several outputs need one pass, and is_grads_batched=True makes one of a batch."""

import torch
from reference import *  # noqa: F403
from reference import grads_of_weighted as right

FAILS = ["test_one_pass[grads_of_weighted]", "test_one_pass[grads_per_loss]", "test_one_pass[per_sample_grads]"]


def _one(loss, params, keep=True):
    return [grad.detach() for grad in torch.autograd.grad(loss, params, retain_graph=keep, materialize_grads=True)]


def grads_of_weighted(losses, weights, params):
    live = [(loss, w) for loss, w in zip(losses, weights) if loss.requires_grad]
    if not live or not params:
        return right(losses, weights, params)
    parts = [_one(w * loss, params) for loss, w in live]
    return [sum(column) for column in zip(*parts)]


def grads_per_loss(losses, params):
    if not params:
        return []
    return [torch.stack(column) for column in zip(*(_one(loss, params) for loss in losses))]


def per_sample_grads(model, loss_fn, X, y):
    params = {name: p for name, p in model.named_parameters() if p.requires_grad}
    return dict(zip(params, grads_per_loss(loss_fn(model(X), y), list(params.values()))))
