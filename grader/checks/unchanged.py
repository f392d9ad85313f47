"""``assert_unchanged``: a function leaves its arguments as they were."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from grader.checks.build import finding
from grader.checks.calls import call_of
from grader.checks.compare import find_mismatch
from grader.checks.kinds import is_array, is_tensor
from grader.checks.mismatch import Tolerance
from grader.checks.student_calls import invoke
from grader.language import say


def assert_unchanged(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Every tensor, array, list, dict and set among the arguments is bitwise the same after ``fn(*args, **kwargs)``.

    Returns what ``fn`` returned. Raises ``Finding`` (rung ``arguments_changed``).
    """
    call = call_of(fn, args, kwargs)
    before = {name: snapshot(value) for name, value in call.inputs.items()}
    result = invoke(fn, args, kwargs)
    for name, value in call.inputs.items():
        if not bitwise_equal(value, before[name]):
            raise _changed(call.name, name, value, before)
    return result


def _changed(fn: str, name: str, value: Any, before: dict[str, Any]) -> Exception:
    mismatch = find_mismatch(value, before[name], Tolerance(0.0, 0.0, equal_nan=True))
    error = finding(
        "arguments_changed",
        say("`{name}` changes its argument `{argument}`.", name=fn, argument=name),
        say("The caller still needs it: work on a copy, or use the operation that makes a new tensor."),
        expected=mismatch.expected if mismatch else None,
        actual=mismatch.actual if mismatch else None,
        where=mismatch.where if mismatch else None,
    )
    from grader.checks.build import input_texts

    error.facts.smallest_input = input_texts(before)
    return error


def snapshot(value: Any) -> Any:
    """A copy that later changes do not reach; what cannot be copied safely (a module, a handle) is left out as None."""
    if is_tensor(value):
        return value.detach().clone()
    if is_array(value):
        return value.copy()
    if type(value) is dict:
        return {key: snapshot(item) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(snapshot(item) for item in value)
    if type(value) in (set, frozenset, str, bytes, int, float, complex, bool):
        return set(value) if type(value) is set else value
    return None


def own_copy(value: Any) -> Any:
    """A copy of tensors, arrays and containers; anything else is itself."""
    copy = snapshot(value)
    if isinstance(copy, Tensor):
        return copy.requires_grad_(value.requires_grad)
    return value if copy is None else copy


def bitwise_equal(value: Any, before: Any) -> bool:
    """Whether two values are the same to the last bit, NaN and signed zeros included; None before: not compared."""
    if before is None:
        return True
    if isinstance(before, Tensor):
        return is_tensor(value) and same_bits(value, before)
    if isinstance(before, np.ndarray):
        return is_array(value) and _same_array(value, before)
    if type(before) is dict:
        return (
            type(value) is dict
            and list(value) == list(before)
            and all(bitwise_equal(value[k], before[k]) for k in before)
        )
    if type(before) in (list, tuple):
        return len(value) == len(before) and all(bitwise_equal(a, b) for a, b in zip(value, before, strict=True))
    if isinstance(before, float):
        return isinstance(value, float) and (value == before or (value != value and before != before))
    return type(value) is type(before) and bool(value == before)


def same_bits(a: Tensor, b: Tensor) -> bool:
    """Same dtype, shape and bits."""
    if a.dtype is not b.dtype or a.shape != b.shape or a.device != b.device or a.layout is not b.layout:
        return False
    if a.layout is not torch.strided or a.device.type == "meta":
        return a.device.type == "meta" or same_bits(a.to_dense(), b.to_dense())
    a, b = (_packed(t.detach().resolve_conj().resolve_neg()) for t in (a, b))
    return torch.equal(a.view(torch.uint8), b.view(torch.uint8))


def _packed(t: Tensor) -> Tensor:
    """All elements in a row, one behind the other: ``contiguous`` leaves a single element its odd stride."""
    return t.flatten().clone(memory_format=torch.contiguous_format)


def _same_array(a: "np.ndarray[Any, Any]", b: "np.ndarray[Any, Any]") -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
