"""A loss without a graph makes autograd.grad raise, and so does an empty list of parameters: look for both before you call it."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_weighted_without_graph", "test_no_parameters"]


def grads_of_weighted(losses, weights, params):
    seeds = [torch.full_like(loss, w) for loss, w in zip(losses, weights)]
    return list(torch.autograd.grad(losses, params, seeds, materialize_grads=True))
