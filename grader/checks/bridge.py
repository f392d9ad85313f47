"""What the helpers ask of the student's side: the same questions for a handle in the sandbox and for a local callable."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


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


class _Recorder(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
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


def is_remote(value: object) -> bool:
    """Whether ``value`` is a handle to an object in the sandbox."""
    return False
