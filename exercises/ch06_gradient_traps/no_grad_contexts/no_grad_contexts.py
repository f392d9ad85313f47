"""Evaluating a model, and averaging its weights, without leaving traces."""

from collections.abc import Iterable
from contextlib import AbstractContextManager

from torch import Tensor, nn


def ema_update(ema: nn.Module, model: nn.Module, decay: float) -> None:
    """Every parameter of ema becomes decay * itself + (1 - decay) * that of model, in place; buffers are copied.

    ema, model: of the same architecture
    """
    raise NotImplementedError


def evaluating(model: nn.Module) -> AbstractContextManager[None]:
    """model and all its submodules are in eval mode inside; afterwards each has the mode that it had before."""
    raise NotImplementedError


def predict(model: nn.Module, loader: Iterable[Tensor]) -> Tensor:
    """The model's outputs in eval mode for all batches of the loader, without a graph, as one ordinary tensor.

    loader: at least one batch (B, ...) -> (sum of all B, ...)
    """
    raise NotImplementedError
