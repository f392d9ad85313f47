"""What the helpers ask of the student's side, whether it is a handle to the sandbox or a local callable."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from grader.checks.kinds import is_array, is_tensor


class OperatorLike(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def largest(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator that ran: its name (``aten::mm``) and the number of elements of its largest new tensor."""

    name: str
    largest: int


class _Recorder(TorchDispatchMode):  # type: ignore[no-untyped-call]
    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.operators: list[Operator] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        seen = {t.untyped_storage().data_ptr() for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)}
        made = [t for t in tree_leaves(result) if isinstance(t, torch.Tensor)]
        fresh = [t.numel() for t in made if t.untyped_storage().data_ptr() not in seen]
        self.operators.append(Operator(func.name().split(".")[0], max(fresh, default=0)))
        return result


def record(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[Any, list[Operator]]:
    """The result and the operators that ran, in order."""
    recorder = _Recorder()
    with recorder:
        result = fn(*args, **kwargs)
    return result, recorder.operators


def fresh_process(fn: Callable[..., Any]) -> AbstractContextManager[Callable[..., Any]]:
    """The same function in a process of its own; a local callable stays where it is."""
    return nullcontext(fn)


def student_trace(error: BaseException) -> Any:
    """The student's frames of an exception that came from the sandbox, else None."""
    return None


def is_missing_name(error: BaseException) -> bool:
    """Whether a name that the check asks for is not in the student's file."""
    return isinstance(error, AttributeError) and hasattr(error, "nearest")


def call_and_compare_memory(
    fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], of: int | str
) -> tuple[Any, bool | None]:
    """The result, and whether it shares memory with argument ``of``; None when it has no memory of its own kind."""
    result = fn(*args, **kwargs)
    argument = kwargs[of] if isinstance(of, str) else args[of]
    if not (is_tensor(result) or is_array(result)):
        return result, None
    return result, shares_memory(result, argument)


def shares_memory(a: Any, b: Any) -> bool:
    """Whether two tensors or arrays of this process overlap in memory."""
    (start, end), (other_start, other_end) = _bytes_of(a), _bytes_of(b)
    return start < other_end and other_start < end


def _bytes_of(value: Any) -> tuple[int, int]:
    """The addresses from its first byte to behind its last; (0, 0) for a value without elements."""
    if 0 in value.shape or (isinstance(value, torch.Tensor) and value.device.type == "meta"):
        return 0, 0
    if isinstance(value, np.ndarray):
        start, width, strides = value.__array_interface__["data"][0], value.itemsize, value.strides
    else:
        start, width = value.data_ptr(), value.element_size()
        strides = tuple(stride * width for stride in value.stride())
    reach = [(size - 1) * stride for size, stride in zip(value.shape, strides, strict=True)]
    return start + sum(r for r in reach if r < 0), start + sum(r for r in reach if r > 0) + width
