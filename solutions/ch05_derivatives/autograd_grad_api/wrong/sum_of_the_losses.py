"""The sum of the losses has one gradient for all; row k must be the gradient of losses[k] alone."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_per_loss", "test_intermediate[grads_per_loss]"]


def grads_per_loss(losses, params):
    if not params:
        return []
    grads = torch.autograd.grad(losses.sum(), params, materialize_grads=True)
    return [grad.detach().expand(len(losses), *grad.shape) for grad in grads]
