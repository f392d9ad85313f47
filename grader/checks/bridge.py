"""What the helpers ask of the student's side, whether it is a handle to the sandbox or a local callable.

A check often wraps the student's function (``lambda x: softmax(x, dim=1)``). The wrapper is local, what it calls is
not: operators are recorded where they run, and a fresh process is given to the module whose names the wrapper uses.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from grader.checks.kinds import is_array, is_remote, is_tensor
from grader.judge import remote
from grader.judge.remote import (
    Connection,
    MissingName,
    Operator,
    RemoteModule,
    Rooted,
    Subject,
    Trace,
    student_trace,
)
from grader.judge.remote.connection import connections

__all__ = [
    "Operator",
    "call_and_compare_memory",
    "fresh_process",
    "is_missing_name",
    "record",
    "seed_worker",
    "shares_memory",
    "student_trace",
]


def record(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[Any, list[Operator]]:
    """The result and the operators that ran, in order: in the sandbox for what runs there, else here."""
    if not is_remote(fn) and any(connection.ending is None for connection in connections):
        inside: list[Trace] = []
        with _recorded_inside(inside):
            result = fn(*args, **kwargs)
        if inside:
            return result, [operator for trace in inside for operator in trace.operators]
    result, trace = remote.traced(fn, *args, **kwargs)
    return result, trace.operators


@contextmanager
def _recorded_inside(found: list[Trace]) -> Iterator[None]:
    """While the block runs, calls into the sandbox are recorded there."""
    ask = Connection.ask

    def recording(self: Connection, operation: str, *args: Any, mode: int = 0) -> Any:
        if operation not in ("call", "call_named") or mode:
            return ask(self, operation, *args, mode=mode)
        handle, *given = args
        names = given.pop(0) if operation == "call_named" else ()
        first = len(given) - len(names)
        result, trace = remote.traced(handle, *given[:first], **dict(zip(names, given[first:], strict=True)))
        found.append(trace)
        return result

    Connection.ask = recording  # type: ignore[method-assign]
    try:
        yield
    finally:
        Connection.ask = ask  # type: ignore[method-assign]


@contextmanager
def fresh_process(fn: Callable[..., Any]) -> Iterator[Subject | None]:
    """Inside, the names of the student's modules mean a fresh process, when ``fn`` is or uses one of them.

    Gives the subject whose process it is; None where there is no sandbox.
    """
    subject = _subject_of(fn)
    if subject is None or subject.factory is None or subject.connection is None:
        yield None
        return
    before, used = subject.connection, set(subject.used)
    connection = subject.factory()
    subject.attach(connection)
    try:
        yield subject
    finally:
        used |= subject.used
        subject.attach(before)
        subject.used |= used
        connection.close()


def _subject_of(fn: Any) -> Subject | None:
    """The subject of a rooted name, or of the names that a local function uses."""
    if is_remote(fn):
        found = [fn]
    else:
        try:
            used = inspect.getclosurevars(fn)
        except TypeError:  # no Python function
            return None
        found = [*used.nonlocals.values(), *used.globals.values()]
    names = (value._remote_names for value in found if issubclass(type(value), Rooted))
    modules = (vars(value)["_names"] for value in found if issubclass(type(value), RemoteModule))
    return next((place for place in (*names, *modules) if isinstance(place, Subject)), None)


def seed_worker(subject: Subject | None, seed: int) -> None:
    """Seed the generators of the student's process."""
    if subject is not None and subject.connection is not None:
        for library in ("torch", "numpy", "random"):
            subject.connection.ask("seed", library, seed)


def is_missing_name(error: BaseException) -> bool:
    """Whether a name that the check asks for is not in the student's file."""
    return isinstance(error, MissingName)


def call_and_compare_memory(
    fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], of: int | str
) -> tuple[Any, bool | None]:
    """The result, and whether it shares memory with argument ``of``; None when it has no memory of its own kind."""
    if is_remote(fn):
        return remote.call_and_compare_memory(fn, args, kwargs, of)  # type: ignore[arg-type]
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
