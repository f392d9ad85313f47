"""A parameter that took no part in the loss has .grad None, and None cannot be multiplied: skip it."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_step_without_gradient"]


def sgd_step(params, lr):
    with torch.no_grad():
        for p in params:
            p -= lr * p.grad
            p.grad = None
