"""Right: a sum in float64 on the loss's device, read in value only; one cat for the predictions."""

from collections.abc import Iterable

import numpy as np
import torch
from torch import Tensor, nn


class Meter:
    def __init__(self) -> None:
        self.total: Tensor | float = 0.0
        self.count = 0

    def update(self, loss: Tensor, n: int) -> None:
        self.total = self.total + loss.detach().double() * n
        self.count += n

    def value(self) -> float:
        return float(self.total) / self.count if self.count else float("nan")


def collect_predictions(model: nn.Module, loader: Iterable[Tensor]) -> np.ndarray:
    with torch.no_grad():
        return torch.cat([model(x) for x in loader]).cpu().numpy()
