"""``decision_boundary``: what a classifier says on a grid in two dimensions, with the data on it."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.checks.kinds import is_tensor
from grader.checks.picture import Point, Regions
from grader.checks.titles import titled
from grader.language import noted

MOST_CLASSES = 8  # as many marks as there are
_CELLS = 40  # a side
_POINTS = 200
_MARGIN = 0.1  # of the data's range, on each side


def decision_boundary(
    predict: Callable[[Tensor], Any],
    x: Tensor,
    y: Tensor,
    title: str = noted("Decision boundary"),
    *,
    names: Sequence[str] = (),
    labels: tuple[str, str] = ("x₀", "x₁"),
) -> Regions:
    """The picture of ``predict`` around the points ``x`` (n, 2), whose classes are ``y`` (n,).

    ``predict`` is called once, with a grid of 1,600 points (m, 2) of the dtype of ``x``; it returns classes (m,) or
    scores (m, classes), of which the largest counts. ``names`` are those of the classes, ``labels`` those of the axes.
    Raises ``ValueError`` for what is no classifier of at most 8 classes.
    """
    if x.dim() != 2 or x.shape[1] != 2 or len(x) != len(y) or len(x) == 0:
        raise ValueError("decision_boundary needs points of shape (n, 2) and n classes")
    low, high = x.detach().min(0).values, x.detach().max(0).values
    margin = (high - low).clamp(min=1e-3) * _MARGIN
    low, high = low - margin, high + margin
    grid = _grid(low, high)
    with torch.no_grad():
        classes = _classes(predict(grid), len(grid)).reshape(_CELLS, _CELLS)
    shown = range(0, len(x), -(-len(x) // _POINTS))
    (x_low, y_low), (x_high, y_high) = low.tolist(), high.tolist()
    across, up = (titled(label, 40) for label in labels)
    return Regions(
        titled(title),
        classes.tolist(),
        x_low,
        x_high,
        y_low,
        y_high,
        [Point(float(x[i, 0]), float(x[i, 1]), _class(int(y[i]))) for i in shown],
        [titled(name, 40) for name in names[:MOST_CLASSES]],
        across,
        up,
    )


def _grid(low: Tensor, high: Tensor) -> Tensor:
    """The middles of the cells, row by row from the lowest y, (cells, 2)."""
    steps = (torch.arange(_CELLS, dtype=low.dtype) + 0.5) / _CELLS
    xs, ys = (low[i] + steps * (high[i] - low[i]) for i in (0, 1))
    return torch.stack([xs.repeat(_CELLS), ys.repeat_interleave(_CELLS)], 1)


def _classes(said: Any, count: int) -> Tensor:
    if not is_tensor(said) or said.dim() not in (1, 2) or len(said) != count or said.is_complex():
        raise ValueError("a classifier gives one class or one row of scores for each point")
    found = said.argmax(1) if said.dim() == 2 else said
    if bool(((found < 0) | (found >= MOST_CLASSES)).any()):
        raise ValueError("a picture has at most 8 classes")
    return found.to(torch.int64)


def _class(number: int) -> int:
    if not 0 <= number < MOST_CLASSES:
        raise ValueError("a picture has at most 8 classes")
    return number
