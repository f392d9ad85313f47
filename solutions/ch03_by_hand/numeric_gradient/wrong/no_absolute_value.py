"""You compared the difference without its absolute value: a gradient that is far too small passes."""

import reference
from reference import *  # noqa: F403
from reference import gradients, numerical_grad

FAILS = ["test_example_gradcheck"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    checked = [x for x in inputs if x.requires_grad]
    if reference.my_gradcheck(f, inputs, eps, atol, rtol):
        return True
    for j, output in enumerate(f(*inputs).flatten()):
        numeric = numerical_grad(lambda *values: f(*values).flatten()[j], checked, eps)
        for a, n in zip(gradients(output, checked), numeric):
            if not (a - n <= atol + rtol * n.abs()).all():
                return False
    return True
