"""You switched requires_grad off for the update and never on again: the parameter stops learning after one step."""

from reference import *  # noqa: F403

FAILS = ["test_step_keeps_leaves"]


def sgd_step(params, lr):
    for p in params:
        if p.grad is not None:
            p.requires_grad_(False)
            p -= lr * p.grad
            p.grad = None
