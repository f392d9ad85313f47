"""Right: one hyperbolic Function with a flag, the matrix products by MyMatmul itself, a mask for ReLU."""

import numpy as np
import torch
from torch.autograd import Function

SINH, COSH = 0, 1
FUNCTIONS = {SINH: np.sinh, COSH: np.cosh}


class MyMatmul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return torch.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        wants_a, wants_b = ctx.needs_input_grad
        result = [None, None]
        if wants_a:
            result[0] = MyMatmul.apply(grad, b.transpose(0, 1))
        if wants_b:
            result[1] = MyMatmul.apply(a.transpose(0, 1), grad)
        return tuple(result)


class MyReLU(Function):
    @staticmethod
    def forward(ctx, x):
        mask = torch.zeros_like(x)
        mask[x > 0] = 1
        ctx.save_for_backward(mask)
        out = x.clone()
        out[x <= 0] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        mask = ctx.saved_tensors[0]
        return grad * mask


class StraightThroughRound(Function):
    @staticmethod
    def forward(ctx, x):
        rounded = torch.round(x)
        return rounded

    @staticmethod
    def backward(ctx, grad):
        return 1.0 * grad


class Huber(Function):
    @staticmethod
    def forward(ctx, input, target, delta=1.0):
        ctx.delta = delta
        ctx.save_for_backward(input, target)
        d = input - target
        out = torch.zeros_like(d)
        inside = torch.abs(d) <= delta
        out[inside] = d[inside] ** 2 / 2
        out[~inside] = delta * (torch.abs(d[~inside]) - delta / 2)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, target = ctx.saved_tensors
        d = input - target
        limit = torch.full_like(d, ctx.delta)
        slope = torch.maximum(torch.minimum(d, limit), -limit)
        return grad * slope, -1 * grad * slope, None


class Hyperbolic(Function):
    @staticmethod
    def forward(ctx, x, which):
        ctx.which = which
        ctx.save_for_backward(x)
        array = np.array(FUNCTIONS[which](x.detach().numpy()))
        return torch.from_numpy(array)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * Hyperbolic.apply(x, 1 - ctx.which), None


class NumpySinh(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.from_numpy(np.array(np.sinh(x.detach().numpy())))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * Hyperbolic.apply(x, COSH)
