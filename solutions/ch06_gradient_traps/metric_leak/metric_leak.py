"""Logging that keeps no graph alive and does not wait for the device."""

from collections.abc import Iterable

import numpy as np
import torch
from torch import Tensor, nn


class Meter:
    def __init__(self) -> None:
        self._sum: Tensor | float = 0.0
        self._count = 0

    def update(self, loss: Tensor, n: int) -> None:
        self._sum = self._sum + loss.detach().double() * n
        self._count += n

    def value(self) -> float:
        return float(self._sum) / self._count if self._count else float("nan")


def collect_predictions(model: nn.Module, loader: Iterable[Tensor]) -> np.ndarray:
    with torch.no_grad():
        outputs = [model(x) for x in loader]
    return torch.cat(outputs).numpy()
