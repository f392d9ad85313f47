"""You accepted float32: its rounding error, divided by 2e-6, is larger than the gradient. Raise ValueError."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_float64_only[numerical_grad]", "test_float64_only[my_gradcheck]"]


def widened(inputs):
    return [x.double() if x.is_floating_point() else x for x in inputs]


def numerical_grad(f, inputs, eps=1e-6):
    return reference.numerical_grad(f, widened(inputs), eps)


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    if any(x.requires_grad and x.dtype != torch.float64 for x in inputs):
        inputs = widened(inputs)
    return reference.my_gradcheck(f, inputs, eps, atol, rtol)
