"""Your backward returns the local slope and forgets the gradient that came in: multiply by it."""

from reference import *  # noqa: F403
from reference import MyReLU as Right

FAILS = ["test_relu"]


class MyReLU(Right):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return (x > 0).to(x.dtype)
