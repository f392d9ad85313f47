"""The target of Huber is a tensor like the other: its gradient is the negative of the input's, not None."""

from reference import *  # noqa: F403
from reference import Huber as Right

FAILS = ["test_example_huber", "test_huber"]


class Huber(Right):
    @staticmethod
    def backward(ctx, grad):
        input, target = ctx.saved_tensors
        return grad * (input - target).clamp(-ctx.delta, ctx.delta), None, None
