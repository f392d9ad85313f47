"""Inputs that fool a model, found by the gradient with respect to the input, and training on them."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

Loss = Callable[[Tensor, Tensor], Tensor]


def fgsm(model: nn.Module, loss_fn: Loss, x: Tensor, y: Tensor, eps: float) -> Tensor:
    """The fast gradient sign method: one step of size eps, clamped to [0, 1].

    x: (N, ...) in [0, 1] -> the same shape. The model is attacked in evaluation mode and left as it was.
    """
    raise NotImplementedError


def pgd(model: nn.Module, loss_fn: Loss, x: Tensor, y: Tensor, eps: float, alpha: float, steps: int) -> Tensor:
    """Projected gradient descent: steps of size alpha, each brought back to within eps of x and into [0, 1].

    x: (N, ...) in [0, 1] -> the same shape. The model is attacked in evaluation mode and left as it was.
    """
    raise NotImplementedError


def adversarial_step(
    model: nn.Module, loss_fn: Loss, optimizer: torch.optim.Optimizer, x: Tensor, y: Tensor, eps: float
) -> float:
    """One update of the model on fgsm's examples; the loss on them before the update."""
    raise NotImplementedError
