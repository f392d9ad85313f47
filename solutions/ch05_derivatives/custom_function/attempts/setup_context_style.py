"""Right: forward without ctx and setup_context, as newer texts write it; ReLU saves its result."""

import numpy
import torch


class MyMatmul(torch.autograd.Function):
    @staticmethod
    def forward(a, b):
        return torch.mm(a, b)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad_b = None
        if ctx.needs_input_grad[0]:
            grad_a = torch.einsum("nm,km->nk", grad, b)
        if ctx.needs_input_grad[1]:
            grad_b = torch.einsum("nk,nm->km", a, grad)
        return grad_a, grad_b


class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return torch.maximum(x, torch.zeros_like(x))

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, grad):
        return torch.where(ctx.saved_tensors[0] > 0, grad, torch.zeros_like(grad))


class StraightThroughRound(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return torch.round(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, grad):
        return grad.clone()


class Huber(torch.autograd.Function):
    @staticmethod
    def forward(input, target, delta):
        d = torch.abs(input - target)
        small = torch.minimum(d, torch.full_like(d, delta))
        return small * (d - 0.5 * small)

    @staticmethod
    def setup_context(ctx, inputs, output):
        input, target, ctx.delta = inputs
        ctx.save_for_backward(input, target)

    @staticmethod
    def backward(ctx, grad):
        input, target = ctx.saved_tensors
        d = input - target
        slope = torch.where(d.abs() <= ctx.delta, d, ctx.delta * d.sign())
        return grad * slope, -grad * slope, None


class NumpySinh(torch.autograd.Function):
    @staticmethod
    def forward(x):
        y = numpy.sinh(x.detach().cpu().numpy())
        return torch.as_tensor(y, dtype=x.dtype)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx, grad):
        return grad.mul(_Cosh.apply(ctx.saved_tensors[0]))


class _Cosh(torch.autograd.Function):
    @staticmethod
    def forward(x):
        y = numpy.cosh(x.detach().cpu().numpy())
        return torch.as_tensor(y, dtype=x.dtype)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx, grad):
        return grad.mul(NumpySinh.apply(ctx.saved_tensors[0]))
