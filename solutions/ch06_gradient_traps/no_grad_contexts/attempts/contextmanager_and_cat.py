"""Right: in-place average under no_grad, a generator for the modes, one cat."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn


@torch.no_grad()
def ema_update(ema: nn.Module, model: nn.Module, decay: float) -> None:
    for p, q in zip(ema.parameters(), model.parameters(), strict=True):
        p.mul_(decay).add_(q, alpha=1 - decay)
    for b, c in zip(ema.buffers(), model.buffers(), strict=True):
        b.copy_(c)


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, mode in modes:
            module.training = mode


def predict(model: nn.Module, loader: Iterable[Tensor]) -> Tensor:
    with evaluating(model), torch.no_grad():
        return torch.cat([model(x) for x in loader])
