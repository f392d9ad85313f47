"""A model that is not linear, with names of its own: `fit` must train it too."""

import torch
from torch import Tensor, nn


class BentPlane(nn.Module):
    """tanh(x @ inner.T + shift) @ outer.T"""

    def __init__(self, inner: Tensor, shift: Tensor, outer: Tensor) -> None:
        super().__init__()
        self.inner = nn.Parameter(inner.clone())
        self.shift = nn.Parameter(shift.clone())
        self.outer = nn.Parameter(outer.clone())

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(x @ self.inner.T + self.shift) @ self.outer.T


def bent_plane(inner: Tensor, shift: Tensor, outer: Tensor) -> BentPlane:
    """inner: (H, D), shift: (H,), outer: (1, H)"""
    return BentPlane(inner, shift, outer)
