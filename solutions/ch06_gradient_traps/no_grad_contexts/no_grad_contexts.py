"""Evaluating a model, and averaging its weights, without leaving traces."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn


@torch.no_grad()
def ema_update(ema: nn.Module, model: nn.Module, decay: float) -> None:
    for average, p in zip(ema.parameters(), model.parameters(), strict=True):
        average.lerp_(p, 1 - decay)
    for copy, buffer in zip(ema.buffers(), model.buffers(), strict=True):
        copy.copy_(buffer)


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    modes = {module: module.training for module in model.modules()}
    model.eval()
    try:
        yield
    finally:
        for module, training in modes.items():
            module.training = training


def predict(model: nn.Module, loader: Iterable[Tensor]) -> Tensor:
    with evaluating(model), torch.inference_mode():
        outputs = torch.cat([model(x) for x in loader])
    return outputs.clone()  # made outside: an inference tensor may not enter a graph
