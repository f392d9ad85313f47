"""The derivative of sinh is cosh; you multiply by sinh itself."""

from reference import *  # noqa: F403
from reference import NumpySinh as Right

FAILS = ["test_example_sinh", "test_sinh"]


class NumpySinh(Right):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * Right.apply(x)
