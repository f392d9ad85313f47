"""You checked the first input only: every input that requires grad has to be right."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_rejects_wrong_gradients", "test_float64_only[my_gradcheck]"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    first, *others = inputs
    return reference.my_gradcheck(f, [first, *(x.detach() for x in others)], eps, atol, rtol)
