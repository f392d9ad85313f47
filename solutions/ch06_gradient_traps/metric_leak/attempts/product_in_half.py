"""Wrong: multiplies by n in the loss's own dtype, before going to float64; in float16 that overflows."""

import numpy as np
import torch
from torch import Tensor, nn


class Meter:
    def __init__(self) -> None:
        self.total = torch.zeros((), dtype=torch.float64)
        self.count = 0

    def update(self, loss: Tensor, n: int) -> None:
        self.total = self.total + (loss.detach() * n).double()
        self.count += n

    def value(self) -> float:
        if self.count == 0:
            return float("nan")
        return self.total.item() / self.count


@torch.no_grad()
def collect_predictions(model: nn.Module, loader) -> np.ndarray:
    return torch.cat([model(x) for x in loader]).numpy()
