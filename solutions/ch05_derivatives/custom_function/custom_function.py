"""Functions whose derivative is written by hand."""

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.autograd import Function


class MyMatmul(Function):
    @staticmethod
    def forward(ctx: Any, a: Tensor, b: Tensor) -> Tensor:
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, Tensor | None]:
        a, b = ctx.saved_tensors
        wants_a, wants_b = ctx.needs_input_grad
        return grad @ b.T if wants_a else None, a.T @ grad if wants_b else None


class MyReLU(Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return grad * (x > 0)


class StraightThroughRound(Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return x.round()

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        return grad


class Huber(Function):
    @staticmethod
    def forward(ctx: Any, input: Tensor, target: Tensor, delta: float) -> Tensor:
        ctx.save_for_backward(input, target)
        ctx.delta = delta
        distance = (input - target).abs()
        return torch.where(distance <= delta, distance.square() / 2, delta * (distance - delta / 2))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor, None]:
        input, target = ctx.saved_tensors
        slope = grad * (input - target).clamp(-ctx.delta, ctx.delta)
        return slope, -slope, None


class NumpySinh(Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return torch.as_tensor(np.sinh(x.numpy()))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return grad * NumpyCosh.apply(x)


class NumpyCosh(Function):
    """The derivative of NumpySinh, as a function that autograd can see."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return torch.as_tensor(np.cosh(x.numpy()))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return grad * NumpySinh.apply(x)
