"""Tensors that must be born beside your code: parameters as `sgd_step` gets them."""

from torch import Tensor


def parameter(values: Tensor, grad: Tensor | None) -> Tensor:
    """A leaf that requires grad, with these values and this gradient (None: no backward has reached it)."""
    leaf = values.detach().clone().requires_grad_()
    leaf.grad = None if grad is None else grad.detach().clone()
    return leaf


def grad_of(p: Tensor) -> Tensor | None:
    return p.grad


def is_trainable_leaf(p: Tensor) -> bool:
    """True for a tensor that an optimizer could train: a leaf, with requires_grad on."""
    return p.is_leaf and p.requires_grad
