"""Linear regression as an nn.Module with its own parameters, trained by an optimizer."""

from torch import Tensor, nn


class Linear(nn.Module):
    """y = x @ weight.T + bias

    weight: (out_features, in_features), bias: (out_features,) or None; both start uniform in ±1/√in_features
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """x: (..., in_features) -> (..., out_features)"""
        raise NotImplementedError


def fit(model: nn.Module, X: Tensor, y: Tensor, lr: float, steps: int) -> list[float]:
    """Train any model that maps (N, D) to (N, 1), in place, with full-batch SGD on the mean squared error.

    X: (N, D), y: (N,) -> history: `steps` floats, the loss before each update
    """
    raise NotImplementedError
