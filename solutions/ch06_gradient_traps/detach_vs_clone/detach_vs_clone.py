"""Cut the graph, copy the memory, both, or neither."""

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
    return snapshot(t).requires_grad_()


def keep_best(params: list[Tensor], step: Callable[[], float], steps: int) -> list[Tensor]:
    best, lowest = [snapshot(p) for p in params], None
    for _ in range(steps):
        loss = step()
        if not math.isnan(loss) and (lowest is None or loss < lowest):  # the first may be inf
            best, lowest = [snapshot(p) for p in params], loss
    return best
