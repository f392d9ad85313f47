"""Right gradients were rejected: central differences are never exact, so compare within atol + rtol * |numeric|, not with ==."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_gradcheck"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    return reference.my_gradcheck(f, inputs, eps, 1e-12, 0.0)
