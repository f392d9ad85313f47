"""Losses that stay finite, and a search for the layer that does not."""

from torch import Tensor, nn


def stable_bce_with_logits(x: Tensor, y: Tensor) -> Tensor:
    """Mean of -y log(sigmoid(x)) - (1 - y) log(1 - sigmoid(x)), in natural logarithms.

    x: logits, any finite size; y: targets in [0, 1], the shape and dtype of x -> 0-d
    """
    raise NotImplementedError


def stable_cross_entropy(logits: Tensor, target: Tensor) -> Tensor:
    """Mean over the batch of -log(softmax(logits)[target]), in natural logarithms.

    logits: (N, C), -inf for a class that is ruled out; target: (N,) int64, classes from 0 to C - 1 -> 0-d
    """
    raise NotImplementedError


def first_nonfinite(module: nn.Module, x: Tensor) -> str | None:
    """Call module(x) and name the first submodule, in the order in which they finish, with a NaN or inf in its output.

    Names are those of named_modules(): "0", "encoder.norm", "" for the module itself; None when all is finite.
    Leaves the module as it was: hooks, training flags, parameters, gradients and buffers.
    """
    raise NotImplementedError
