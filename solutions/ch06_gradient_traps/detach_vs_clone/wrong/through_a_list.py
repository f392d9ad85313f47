"""A list forgets the dtype (float64 comes back as float32) and the shape of an empty tensor. Detach and clone instead."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_values", "test_gradients[fresh_leaf]"]


def fresh_leaf(t):
    return torch.tensor(t.tolist(), requires_grad=True)
