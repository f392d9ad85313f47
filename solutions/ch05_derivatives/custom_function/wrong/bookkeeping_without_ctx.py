"""ctx keeps the books: save_for_backward notes when an input changes, needs_input_grad says who wants a gradient. You use neither."""

from reference import *  # noqa: F403
from torch.autograd import Function

FAILS = ["test_only_what_is_wanted[a]", "test_only_what_is_wanted[b]", "test_changed_inputs_are_noticed"]


class MyMatmul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b.T, ctx.a.T @ grad
