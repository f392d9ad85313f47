"""You raised, or returned a tensor or a number: `my_gradcheck` answers True or False (torch's raises, unless raise_exception=False)."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_gradcheck"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    if not reference.my_gradcheck(f, inputs, eps, atol, rtol):
        raise RuntimeError("Jacobian mismatch")
    return True
