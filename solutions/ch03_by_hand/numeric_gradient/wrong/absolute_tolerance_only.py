"""You compared with atol alone: a gradient of 1000 is allowed an error in proportion to its size, rtol."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_tolerances"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    return reference.my_gradcheck(f, inputs, eps, atol, 0.0)
