"""In the gradients of a @ b the other operand is transposed, and stands on its own side: grad @ bᵀ and aᵀ @ grad."""

from reference import *  # noqa: F403
from reference import MyMatmul as Right

FAILS = [
    "test_example_matmul",
    "test_matmul",
    "test_only_what_is_wanted[a]",
    "test_only_what_is_wanted[b]",
    "test_only_what_is_wanted[both]",
]


class MyMatmul(Right):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        wants_a, wants_b = ctx.needs_input_grad
        return b @ grad.T if wants_a else None, grad.T @ a if wants_b else None
