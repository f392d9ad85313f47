"""Cut the graph, copy the memory, both, or neither."""

from collections.abc import Callable

from torch import Tensor


def snapshot(t: Tensor) -> Tensor:
    """The values of t as they are now: no graph, memory of its own."""
    raise NotImplementedError


def stop_gradient(t: Tensor) -> Tensor:
    """t without its graph, in the same memory; a write through it still counts in t's version."""
    raise NotImplementedError


def copy_with_grad(t: Tensor) -> Tensor:
    """A copy with memory of its own, through which gradients flow back to t."""
    raise NotImplementedError


def fresh_leaf(t: Tensor) -> Tensor:
    """A new leaf that requires grad, with the values of t in memory of its own; t is floating."""
    raise NotImplementedError


def keep_best(params: list[Tensor], step: Callable[[], float], steps: int) -> list[Tensor]:
    """Call step() `steps` times and give back the parameters' values after the call with the lowest loss.

    params: tensors that step changes in place; step() -> the loss of the parameters as they are after it
    -> as many tensors, without graph; the first of equal losses counts, NaN never
    """
    raise NotImplementedError
