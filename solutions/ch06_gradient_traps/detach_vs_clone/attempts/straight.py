"""Right: detach and clone, and copies of the best values."""

from collections.abc import Callable

from torch import Tensor


def snapshot(t: Tensor) -> Tensor:
    return t.detach().clone()


def stop_gradient(t: Tensor) -> Tensor:
    return t.detach()


def copy_with_grad(t: Tensor) -> Tensor:
    return t.clone()


def fresh_leaf(t: Tensor) -> Tensor:
    return t.detach().clone().requires_grad_()


def keep_best(params: list[Tensor], step: Callable[[], float], steps: int) -> list[Tensor]:
    best, lowest = [snapshot(p) for p in params], None
    for _ in range(steps):
        loss = step()
        if loss == loss and (lowest is None or loss < lowest):
            best, lowest = [snapshot(p) for p in params], loss
    return best
