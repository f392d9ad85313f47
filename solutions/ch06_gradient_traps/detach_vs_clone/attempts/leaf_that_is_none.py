"""Wrong: fresh_leaf clones without detaching, so for a result it is no leaf and gradients flow to t."""

import math
from collections.abc import Callable

from torch import Tensor


def snapshot(t: Tensor) -> Tensor:
    return t.detach().clone()


def stop_gradient(t: Tensor) -> Tensor:
    return t.detach()


def copy_with_grad(t: Tensor) -> Tensor:
    return t.clone()


def fresh_leaf(t: Tensor) -> Tensor:
    return t.clone().requires_grad_(True)


def keep_best(params: list[Tensor], step: Callable[[], float], steps: int) -> list[Tensor]:
    best = [snapshot(p) for p in params]
    lowest = math.nan
    for _ in range(steps):
        loss = step()
        if math.isnan(loss):
            continue
        if math.isnan(lowest) or loss < lowest:
            lowest = loss
            best = [snapshot(p) for p in params]
    return best
