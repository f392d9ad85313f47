"""Wrong: MyReLU's mask is x >= 0, so the slope at exactly 0 is 1."""

import numpy as np
import torch
from torch import Tensor
from torch.autograd import Function


class MyMatmul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (
            grad @ b.t() if ctx.needs_input_grad[0] else None,
            a.t() @ grad if ctx.needs_input_grad[1] else None,
        )


class MyReLU(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.clamp(x, min=0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return torch.where(x >= 0, grad, 0.0)


class StraightThroughRound(Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


class Huber(Function):
    @staticmethod
    def forward(ctx, input, target, delta):
        ctx.save_for_backward(input, target)
        ctx.delta = delta
        d = input - target
        return torch.where(d.abs() <= delta, 0.5 * d**2, delta * (d.abs() - 0.5 * delta))

    @staticmethod
    def backward(ctx, grad):
        input, target = ctx.saved_tensors
        g = grad * torch.clamp(input - target, -ctx.delta, ctx.delta)
        return g, -g, None


def by_numpy(f, x: Tensor) -> Tensor:
    return torch.from_numpy(np.asarray(f(x.detach().numpy())))


class NumpySinh(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return by_numpy(np.sinh, x)

    @staticmethod
    def backward(ctx, grad):
        return grad * NumpyCosh.apply(*ctx.saved_tensors)


class NumpyCosh(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return by_numpy(np.cosh, x)

    @staticmethod
    def backward(ctx, grad):
        return grad * NumpySinh.apply(*ctx.saved_tensors)
