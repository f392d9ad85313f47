"""autograd.grad raises for a parameter that the loss does not reach; say materialize_grads=True to get zeros."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_cosine_values", "test_cosine_of_zero", "test_cosine_leaves_no_trace"]


def grad_cosine(loss_a, loss_b, params):
    a, b = (
        torch.cat([g.reshape(-1) for g in torch.autograd.grad(loss, params, retain_graph=True)])
        for loss in (loss_a, loss_b)
    )
    return torch.nn.functional.cosine_similarity(a, b, dim=0).item()
