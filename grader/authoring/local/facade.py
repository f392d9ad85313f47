"""The answer's modules as the checks see them in process: a write into what is the check's own is noted.

In the sandbox the boundary sees such writes. Here each function that a check calls compares its arguments before and
after. What the answer's side made itself (a result, an object of ``fixtures``) it may write into, here as there.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import FunctionType, ModuleType
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import _disable_current_modes

from grader.checks.unchanged import bitwise_equal, snapshot

_FIXED = frozenset({int, float, complex, bool, str, bytes, type(None), torch.dtype, torch.Size, torch.device})
_MOST = 1_000_000  # elements; larger tensors are not copied


class Writes:
    """What was written into, and which memory is the answer's own. One for all modules of an answer."""

    def __init__(self) -> None:
        self.by: list[str] = []  # names of the functions that wrote
        self._inside = False
        self._born: set[int] = set()  # addresses of storages that came from the answer's side

    def clear(self) -> None:
        """Before each check."""
        self.by.clear()
        self._born.clear()

    def watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """``function`` with its arguments compared. Calls that the answer makes itself are let through."""

        @functools.wraps(function)
        def watched(*args: Any, **kwargs: Any) -> Any:
            if self._inside:
                return function(*args, **kwargs)
            given = (*args, *kwargs.values())
            before = self._copies(given)
            self._inside = True
            try:
                result = function(*args, **kwargs)
            finally:
                self._inside = False
                self._compare(function.__name__, given, before)
            self._bear(result, given)
            return result

        return watched

    def _copies(self, given: Sequence[Any]) -> list[Any]:
        if all(type(value) in _FIXED for value in given):
            return [None] * len(given)
        with _unseen():
            return [snapshot(value) if self._is_compared(value) else None for value in given]

    def _compare(self, name: str, given: Sequence[Any], before: Sequence[Any]) -> None:
        if all(copy is None for copy in before):
            return
        with _unseen():
            if not all(map(bitwise_equal, given, before)):
                self.by.append(name)

    def _is_compared(self, value: Any) -> bool:
        """Whether a value is the check's own, down to what it holds, and small enough to be copied."""
        return all(
            tensor.numel() <= _MOST and not _is_wrapped(tensor) and _address(tensor) not in self._born
            for tensor in _tensors(value)
        )

    def _bear(self, result: Any, given: Sequence[Any]) -> None:
        if type(result) in _FIXED:
            return
        with _unseen():
            theirs = {_address(tensor) for value in given for tensor in _tensors(value) if not _is_wrapped(tensor)}
            ours = {_address(tensor) for tensor in _tensors(result) if not _is_wrapped(tensor)}
            self._born |= ours - theirs


class AnswerModule(ModuleType):
    """Stands under a module's name in sys.modules."""

    def __init__(self, real: ModuleType, writes: Writes) -> None:
        super().__init__(real.__name__, real.__doc__)
        self.__file__ = real.__file__
        self._real = real
        self._writes = writes

    @property
    def keep(self) -> "AnswerModule":
        """``student.keep.f(x)``: nothing is remote here."""
        return self

    def __getattr__(self, name: str) -> Any:
        real = vars(self)["_real"]
        value = getattr(real, name)
        if isinstance(value, FunctionType) and value.__module__ == real.__name__:
            value = vars(self)[name] = self._writes.watched(value)
        return value


def _tensors(value: Any) -> Iterator[Tensor]:
    """Those in a value and in the containers that it is made of."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _tensors(item)


def _address(tensor: Tensor) -> int:
    if tensor.layout is not torch.strided or tensor.device.type == "meta":
        return id(tensor)
    return tensor.untyped_storage().data_ptr()


def _is_wrapped(tensor: Tensor) -> bool:
    """Inside ``vmap`` and the like a tensor stands for many."""
    return bool(torch._C._functorch.is_functorch_wrapped_tensor(tensor))


@contextmanager
def _unseen() -> Iterator[None]:
    """What a check counts and records is what the answer does, not what is done here."""
    with ExitStack() as stack:
        stack.enter_context(_disable_current_modes())
        stack.enter_context(torch._C.DisableTorchFunction())
        stack.enter_context(torch.no_grad())
        yield
