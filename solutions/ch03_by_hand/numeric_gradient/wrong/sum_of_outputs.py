"""You checked the gradient of the sum of the outputs: errors can cancel there. Every output element has a gradient of its own."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_rejects_what_cancels"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    if f(*inputs).shape == (2,) and not f(*inputs).requires_grad:
        return reference.my_gradcheck(f, inputs, eps, atol, rtol)
    return reference.my_gradcheck(lambda *values: f(*values).sum(), inputs, eps, atol, rtol)
