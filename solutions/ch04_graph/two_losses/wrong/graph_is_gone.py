"""Your second autograd.grad frees the graph, as backward would: the losses can't be trained on any more after looking."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_cosine_leaves_no_trace"]


def grad_cosine(loss_a, loss_b, params):
    a = torch.autograd.grad(loss_a, params, retain_graph=True, materialize_grads=True)
    b = torch.autograd.grad(loss_b, params, materialize_grads=True)
    a, b = (torch.cat([g.reshape(-1) for g in grads]) for grads in (a, b))
    return torch.nn.functional.cosine_similarity(a, b, dim=0).item()
