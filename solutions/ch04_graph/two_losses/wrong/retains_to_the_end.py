"""You retain the graph in the last walk too: all that it has saved stays in memory until both losses are gone."""

import torch
from reference import *  # noqa: F403
from reference import _gradient

FAILS = ["test_split_frees", "test_surgery_frees"]


def backward_split(loss_a, loss_b, weight):
    loss_a.backward(retain_graph=True)
    (weight * loss_b).backward(retain_graph=True)


def backward_surgery(loss_a, loss_b, params):
    a, b = _gradient(loss_a, params), _gradient(loss_b, params)
    product = a @ b
    times_a = times_b = torch.ones_like(product)
    if product < 0:
        times_a, times_b = 1 - product / (a @ a), 1 - product / (b @ b)
    torch.autograd.backward([loss_a, loss_b], [times_a, times_b], retain_graph=True, inputs=params)
