"""A failing case made smaller and rounder while it still fails, so that a student can do the sum by hand."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from grader.checks.inputs import Case, Drawing

_TRIES = 40  # calls of the student's code that a smaller case is worth


def shrink(case: Case, fails: Callable[[Case], bool]) -> Case:
    """The smallest case found that still ``fails``: sizes from their pools first, then whole or rounded values."""
    tries = _TRIES
    found = True
    while found and tries > 0:
        found = False
        for candidate in _smaller(case):
            tries -= 1
            if fails(candidate):
                case, found = candidate, True
                break
            if tries <= 0:
                break
    for candidate in _rounder(case):
        if fails(candidate):
            return candidate
    return case


def copied(case: Case) -> Case:
    """Contiguous tensors of its own, for a function that may write to its arguments."""
    copies = (t.detach().clone(memory_format=torch.contiguous_format) for t in case)
    return case.with_tensors([c.requires_grad_(t.requires_grad) for c, t in zip(copies, case, strict=True)])


def _smaller(case: Case) -> Iterator[Case]:
    """The case with one size reduced, by the largest reduction first; zero only after everything else."""
    for name, size in case.sizes.items():
        for value in sorted((v for v in set(case.pools[name]) if v < size), key=lambda v: (v == 0, v)):
            yield _resized(case, {**case.sizes, name: value})


def _resized(case: Case, sizes: dict[str, int]) -> Case:
    tensors = [_corner(tensor, shape.sizes(sizes)) for tensor, shape in zip(case, case.shapes, strict=True)]
    return Case.of(tensors, case.shapes, sizes, case.pools, case.drawings)


def _corner(tensor: Tensor, size: tuple[int, ...]) -> Tensor:
    corner = tensor.detach()
    for dim, length in enumerate(size):
        corner = corner.narrow(dim, 0, min(length, corner.shape[dim]))
    return corner.clone().requires_grad_(tensor.requires_grad)


def _rounder(case: Case) -> Iterator[Case]:
    for scale in (1, 10):
        tensors = [_rounded(t, scale, drawing) for t, drawing in zip(case, case.drawings, strict=True)]
        yield case.with_tensors(tensors)


def _rounded(tensor: Tensor, scale: int, drawing: Drawing) -> Tensor:
    """Rounded to 1 / scale, except where that would leave the range that the values are drawn from."""
    if not tensor.is_floating_point():
        return tensor.detach().clone()
    values = tensor.detach()
    rounded = (values * scale).round() / scale + 0.0  # no -0.0
    if drawing.low is not None or drawing.high is not None:
        low, high = drawing.low or 0.0, 1.0 if drawing.high is None else drawing.high
        inside = (rounded > low) & (rounded < high)
        rounded = rounded.where(inside | ~values.isfinite(), values)
    return rounded.requires_grad_(tensor.requires_grad)
