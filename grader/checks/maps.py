"""``attention_map`` and ``difference``: matrices as heat maps."""

from collections.abc import Sequence
from typing import Literal

import torch
from torch import Tensor

from grader.checks.picture import Comparison, HeatMap
from grader.checks.render import clean
from grader.checks.titles import titled
from grader.language import noted

MOST_CELLS = 40  # a side; of a larger matrix the upper left corner is shown
_TICK = 16  # characters


def attention_map(
    weights: Tensor,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    title: str = noted("Attention"),
    *,
    labels: tuple[str, str] = (noted("query"), noted("key")),
) -> HeatMap:
    """The picture of attention weights (queries, keys). ``rows`` and ``columns`` name the tokens.

    ``labels`` say what rows and columns are. Raises ``ValueError`` for what is no matrix.
    """
    down, across = labels
    return HeatMap(
        titled(title),
        _matrix(weights),
        titled(down, 60),
        titled(across, 60),
        _ticks(rows, weights, 0),
        _ticks(columns, weights, 1),
    )


def difference(
    yours: Tensor,
    right: Tensor,
    title: str = noted("Yours and the right one"),
    *,
    labels: tuple[str, str] = (noted("row"), noted("column")),
    how: Literal["difference", "ratio"] = "difference",
) -> Comparison:
    """The picture of two matrices (or vectors) of one shape on one scale, and of yours - right or yours / right.

    ``labels`` say what rows and columns are. Raises ``ValueError`` for two shapes, or more than two dimensions.
    """
    if yours.shape != right.shape:
        raise ValueError("a difference is drawn of two matrices of one shape")
    down, across = labels
    return Comparison(titled(title), _matrix(yours), _matrix(right), how, titled(down, 60), titled(across, 60))


def _matrix(values: Tensor) -> list[list[float]]:
    values = values.detach().cpu()
    if values.dim() == 1:
        values = values[None]
    if values.dim() != 2 or values.is_complex():
        raise ValueError("a heat map is drawn of a matrix of real numbers")
    corner: list[list[float]] = values[:MOST_CELLS, :MOST_CELLS].to(torch.float64).tolist()
    return corner


def _ticks(names: Sequence[str] | None, weights: Tensor, dim: int) -> list[str] | None:
    if names is None:
        return None
    if len(names) != weights.shape[dim]:
        raise ValueError("there is one name a row and one a column")
    return [clean(name, _TICK) for name in names[:MOST_CELLS]]
