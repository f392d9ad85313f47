"""You wrote the step into the code: it is the argument `eps`."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_central_differences"]


def numerical_grad(f, inputs, eps=1e-6):
    return reference.numerical_grad(f, inputs, 1e-6)
