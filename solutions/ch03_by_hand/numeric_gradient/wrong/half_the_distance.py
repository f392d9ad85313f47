"""You divided by eps: the two points x + eps and x - eps are 2 * eps apart."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example", "test_central_differences", "test_every_input"]


def numerical_grad(f, inputs, eps=1e-6):
    return [None if grad is None else 2 * grad for grad in reference.numerical_grad(f, inputs, eps)]
