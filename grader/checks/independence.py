"""What a result may depend on: its own row of the batch, what came before it, and nothing that a symmetry removes."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from grader.checks.build import finding
from grader.checks.calls import call_of, function_name
from grader.checks.compare import find_mismatch
from grader.checks.finding import Finding
from grader.checks.kinds import is_tensor
from grader.checks.mismatch import Tolerance
from grader.checks.render import describe, shape_text
from grader.checks.student_calls import invoke
from grader.language import say
from grader.language.course import told

_LOOSE = Tolerance(1e-4, 1e-5)  # another batch size may choose another kernel, which rounds otherwise


def assert_batch_independent(fn: Callable[..., Any], x: Tensor, *args: Any) -> None:
    """Row i of ``fn(x, *args)`` depends on row i of ``x`` only (dimension 0 of both is the batch).

    Other rows are replaced, and row i is run alone; float rounding is tolerated. Needs at least two rows. Raises
    ``Finding``.
    """
    if x.shape[0] < 2:
        raise ValueError("assert_batch_independent needs at least two rows")
    together = _batched(fn, x, args)
    for row in (0, x.shape[0] - 1):
        other = 0 if row else x.shape[0] - 1
        changed = x.detach().clone()
        changed[other] = _another(changed[other])
        again = _batched(fn, changed, args)
        if _differ(again[row], together[row]):
            raise _mixed(
                fn,
                x,
                together[row],
                again[row],
                say("Row {row} of the result changes when row {other} of the input does.", row=row, other=other),
            )
        alone = _batched(fn, x[row : row + 1], args)
        if _differ(alone[0], together[row]):
            raise _mixed(
                fn,
                x,
                together[row],
                alone[0],
                say("Row {row} alone, as a batch of one, gives something else.", row=row),
            )


def _mixed(fn: Callable[..., Any], x: Tensor, before: Tensor, after: Tensor, detail: str) -> Finding:
    mismatch = find_mismatch(after, before, _LOOSE)
    return finding(
        "value",
        say("`{name}` mixes the rows of a batch.", name=function_name(fn)),
        detail,
        say("A mean, a norm or a softmax over dimension 0 does that, and so does a reshape that moves rows."),
        call=call_of(fn, (x,)),
        expected=mismatch.expected if mismatch else None,
        actual=mismatch.actual if mismatch else None,
    )


def _batched(fn: Callable[..., Any], x: Tensor, args: tuple[Any, ...]) -> Tensor:
    result = _tensor(fn, (x, *args))
    if result.dim() == 0 or result.shape[0] != x.shape[0]:
        headline = say(
            "`{name}` should return one row for each of the {rows} rows of its input.",
            name=function_name(fn),
            rows=x.shape[0],
        )
        raise finding("shape", headline, actual=shape_text(result.shape), call=call_of(fn, (x, *args)))
    return result


def assert_causal(fn: Callable[..., Any], x: Tensor, dim: int = 1, *, result_dim: int | None = None) -> None:
    """Position t of ``fn(x)`` along ``dim`` depends on positions 0 … t of ``x`` only.

    For every t the positions after t are replaced; results up to t must stay. ``result_dim`` is the result's dimension
    where it is another one. Raises ``Finding`` that names the first result that looks ahead.
    """
    steps, axis = x.shape[dim], dim if result_dim is None else result_dim
    if steps < 2:
        raise ValueError("assert_causal needs at least two positions")
    before = _tensor(fn, (x,))
    if before.dim() <= (axis if axis >= 0 else -axis - 1) or before.shape[axis] != steps:
        headline = say(
            "`{name}` should return {steps} positions along dimension {axis}, as many as its input has.",
            name=function_name(fn),
            steps=steps,
            axis=axis,
        )
        raise finding("shape", headline, actual=shape_text(before.shape), call=call_of(fn, (x,)))
    for position in range(1, steps):
        changed = x.detach().clone()
        changed.narrow(dim, position, 1).copy_(_another(changed.narrow(dim, position, 1)))
        after = _tensor(fn, (changed,))
        early = next((t for t in range(position) if _differ(after.select(axis, t), before.select(axis, t))), None)
        if early is not None:
            raise _looks_ahead(fn, x, early, position, before.select(axis, early), after.select(axis, early))


def _looks_ahead(fn: Callable[..., Any], x: Tensor, early: int, late: int, before: Tensor, after: Tensor) -> Finding:
    mismatch = find_mismatch(after, before, _LOOSE)
    return finding(
        "value",
        say(
            "`{name}` looks into the future: position {early} of the result depends on position {late}.",
            name=function_name(fn),
            early=early,
            late=late,
        ),
        say("Position {early} may use positions 0 to {early} only.", early=early)
        if early
        else say("Position 0 may use position 0 only."),
        call=call_of(fn, (x,)),
        expected=mismatch.expected if mismatch else None,
        actual=mismatch.actual if mismatch else None,
        where=say("position {early}", early=early),
    )


def assert_equivariant(
    fn: Callable[..., Any],
    x: Tensor,
    transform: Callable[[Tensor], Tensor],
    *,
    result_transform: Callable[[Tensor], Tensor] | None = None,
    what: str = "",
    rtol: float = 1e-4,
    atol: float = 1e-5,
) -> None:
    """``fn(transform(x))`` equals ``transform(fn(x))``; ``result_transform`` where the result transforms otherwise.

    The identity as ``result_transform`` asks for invariance. ``what`` names the transformation ("the rows are
    permuted"). Raises ``Finding``.
    """
    moved = _tensor(fn, (transform(x),))
    expected = (result_transform or transform)(_tensor(fn, (x,)))
    mismatch = find_mismatch(moved, expected, Tolerance(rtol, atol))
    if mismatch is None:
        return
    when = told(what) or say("the input is changed by `{name}`", name=function_name(transform))
    raise finding(
        mismatch.rung,
        say(
            "`{name}` does not follow its input: when {when}, the result must change in the same way.",
            name=function_name(fn),
            when=when,
        ),
        *mismatch.details,
        call=call_of(fn, (x,)),
        expected=mismatch.expected,
        actual=mismatch.actual,
        where=mismatch.where,
    )


def _tensor(fn: Callable[..., Any], args: tuple[Any, ...]) -> Tensor:
    result = invoke(fn, args)
    if not is_tensor(result):
        headline = say(
            "`{name}` returns {result} instead of a tensor.", name=function_name(fn), result=describe(result)
        )
        raise finding("type", headline, call=call_of(fn, args))
    return result.detach()


def _another(values: Tensor) -> Tensor:
    """Values that differ everywhere, of the same kind and, for integers, from the same set."""
    if values.dtype is torch.bool:
        return ~values
    if values.is_floating_point() or values.is_complex():
        return values * -2 + 1.5
    return torch.where(values > 0, values - 1, values + 1)


def _differ(a: Tensor, b: Tensor) -> bool:
    return a.shape != b.shape or find_mismatch(a, b, Tolerance(1e-4, 1e-5, equal_nan=True)) is not None
