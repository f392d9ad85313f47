"""You change a leaf in place while autograd is recording; the update belongs inside `with torch.no_grad():`."""

from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_step_moves_the_same_tensors",
    "test_step_keeps_leaves",
    "test_step_clears_gradients",
    "test_step_without_gradient",
]


def sgd_step(params, lr):
    for p in params:
        if p.grad is not None:
            p -= lr * p.grad
            p.grad = None
