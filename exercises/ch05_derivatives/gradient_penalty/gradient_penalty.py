"""Losses that contain a gradient with respect to the input."""

from collections.abc import Callable

from torch import Tensor, nn


def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor, eps: Tensor) -> Tensor:
    """Mean over samples of (‖slope of the critic at eps · real + (1 - eps) · fake‖ - 1)².

    real, fake: (N, ...), eps: (N,) in [0, 1] -> (), differentiable with respect to the critic's parameters
    """
    raise NotImplementedError


def input_grad_norm_sq(model: nn.Module, loss_fn: Callable[[Tensor, Tensor], Tensor], x: Tensor, y: Tensor) -> Tensor:
    """‖∂ loss_fn(model(x), y) / ∂x‖², the sum over all elements.

    -> (), differentiable with respect to the model's parameters
    """
    raise NotImplementedError
