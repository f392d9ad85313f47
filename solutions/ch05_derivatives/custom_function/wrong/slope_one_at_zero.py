"""At exactly 0 your ReLU has slope 1; torch takes 0 there, and so does this exercise."""

from reference import *  # noqa: F403
from reference import MyReLU as Right

FAILS = ["test_example_relu"]


class MyReLU(Right):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x >= 0)
