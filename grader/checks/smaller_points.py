"""Tensors made smaller and rounder without a description of them: equal sizes are taken to belong together."""

from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

Inputs = tuple[Any, ...]


def smaller(inputs: Inputs, least: int = 2) -> Iterator[Inputs]:
    """The inputs with smaller sizes, the largest reduction first.

    All sizes together, from ``least`` up, keep their order and stay distinct; then all are at most ``least``; then each
    size becomes 1 or ``least`` by itself, the largest first.
    """
    sizes = sorted({size for tensor in _tensors(inputs) for size in tensor.shape if size > 1})
    distinct = {size: min(size, least + rank) for rank, size in enumerate(sizes)}
    capped = {size: min(size, least) for size in sizes}
    alone = [{size: value} for size in reversed(sizes) for value in (1, least)]
    tried: list[dict[int, int]] = []
    for change in (distinct, capped, *alone):
        if any(value < size for size, value in change.items()) and change not in tried:
            tried.append(change)
            yield _resized(inputs, change)


def rounder(inputs: Inputs) -> Iterator[Inputs]:
    """The floating inputs rounded to whole numbers, to tenths, to hundredths; 0 only where there was one."""
    for scale in (1, 10, 100):
        changed = tuple(_rounded(x, scale) if _is_floating(x) else x for x in inputs)
        if any(_is_floating(x) and not torch.equal(x, y) for x, y in zip(inputs, changed, strict=True)):
            yield changed


def _tensors(inputs: Inputs) -> list[Tensor]:
    return [x for x in inputs if isinstance(x, Tensor)]


def _is_floating(x: Any) -> bool:
    return isinstance(x, Tensor) and x.is_floating_point()


def _resized(inputs: Inputs, sizes: dict[int, int]) -> Inputs:
    """The corner of every tensor, a size becoming ``sizes[size]``."""
    return tuple(_corner(x, [sizes.get(n, n) for n in x.shape]) if isinstance(x, Tensor) else x for x in inputs)


def _corner(tensor: Tensor, shape: Sequence[int]) -> Tensor:
    corner = tensor.detach()
    for dim, length in enumerate(shape):
        corner = corner.narrow(dim, 0, length)
    return corner.clone(memory_format=torch.contiguous_format).requires_grad_(tensor.requires_grad)


def _rounded(tensor: Tensor, scale: int) -> Tensor:
    """Rounded to 1 / scale, but no value becomes 0, and values between -1 and 1 stay there."""
    values = tensor.detach()
    inside = bool((values.abs() < 1).all())
    scale = max(scale, 10) if inside else scale
    least = torch.full_like(values, 1 / scale)
    rounded = (values * scale).round() / scale
    rounded = rounded.where(rounded != 0, least.copysign(values)).where(values != 0, values)
    if inside:
        rounded = rounded.where(rounded.abs() < 1, values)
    return rounded.requires_grad_(tensor.requires_grad)
