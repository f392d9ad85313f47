"""You put new tensors into the list; whoever else holds the parameters (the model) still has the old ones."""

from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_step_moves_the_same_tensors",
    "test_step_keeps_leaves",
    "test_step_clears_gradients",
    "test_step_without_gradient",
]


def sgd_step(params, lr):
    for k, p in enumerate(params):
        if p.grad is not None:
            params[k] = (p - lr * p.grad).detach().requires_grad_()
