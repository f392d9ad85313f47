"""Wrong: Huber saves d computed in forward, a constant for the second derivative, which comes out as 0 or raises."""

import numpy as np
import torch
from torch.autograd import Function


class MyMatmul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad @ b.mT if ctx.needs_input_grad[0] else None
        gb = a.mT @ grad if ctx.needs_input_grad[1] else None
        return ga, gb


class MyReLU(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.relu()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x > 0).to(grad.dtype)


class StraightThroughRound(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad


class Huber(Function):
    @staticmethod
    def forward(ctx, input, target, delta):
        d = input - target
        ctx.save_for_backward(d)
        ctx.delta = delta
        return torch.where(d.abs() <= delta, d * d / 2, delta * (d.abs() - delta / 2))

    @staticmethod
    def backward(ctx, grad):
        (d,) = ctx.saved_tensors
        g = grad * d.clamp(-ctx.delta, ctx.delta)
        return g, -g, None


class NumpySinh(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.from_numpy(np.asarray(np.sinh(x.detach().numpy())))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * NumpyCosh.apply(x)


class NumpyCosh(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.from_numpy(np.asarray(np.cosh(x.detach().numpy())))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * NumpySinh.apply(x)
