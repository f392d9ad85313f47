"""`p = p - ...` makes a new tensor and gives it the name p; the tensor in the list never moves."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_step_moves_the_same_tensors", "test_step_without_gradient"]


def sgd_step(params, lr):
    with torch.no_grad():
        for p in params:
            if p.grad is not None:
                q, p.grad = p - lr * p.grad, None
                p = q
