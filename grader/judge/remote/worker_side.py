"""Questions that only the worker can answer: about the original of a tensor, about shared memory, about what ran."""

import random as python_random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor

from grader.judge.remote.connection import Connection, connections
from grader.judge.remote.handle import Handle, is_handle
from grader.judge.remote.subject import Subject
from grader.wire.modes import KEEP
from grader.wire.trace import Operator, Trace, record

_MAX_NUMEL = 1 << 64  # a tensor on the meta device may claim as many elements as an int64 counts


def connection_of(tensor: Tensor) -> Connection | None:
    """The worker that has the other half of a tensor."""
    return next((c for c in list(connections) if c.ending is None and c.peer.twins.came(tensor)), None)


def _remote(tensor: Tensor) -> Handle:
    connection = connection_of(tensor)
    if connection is None:
        raise AttributeError("this tensor has no other half in the student's process")
    return connection.ask("identity", tensor, mode=KEEP)  # type: ignore[no-any-return]


def install_remote() -> None:
    """Give tensors ``remote``: a handle to the original in the worker, for ``y.remote.grad_fn`` and the like."""
    Tensor.remote = property(_remote)  # type: ignore[attr-defined]


def is_remote(value: object) -> bool:
    """Whether a value is a handle to an object of the student's process."""
    return is_handle(value)


def _connection(value: Any) -> Connection:
    found = (
        value._remote_connection if is_handle(value) else connection_of(value) if isinstance(value, Tensor) else None
    )
    if found is None:
        raise ValueError("no part of this is in the student's process")
    return found


def worker_shares_memory(a: Any, b: Any) -> bool:
    """Whether two tensors (or handles to tensors or arrays) share memory in the worker.

    Found out there by behaviour. Raises ValueError for a tensor that the worker does not have any more.
    """
    return _connection(a).ask("shares_memory", a, b) is True if _connection(a) is _connection(b) else False


def call_and_compare_memory(
    function: Handle, args: tuple[Any, ...], keywords: Mapping[str, Any], of: int | str
) -> tuple[Any, bool | None]:
    """Call in the worker: the result, and whether it shares memory there with the argument ``of`` (None: has none)."""
    answer = function._remote_connection.ask("call_sharing", function, args, dict(keywords), of)
    if type(answer) is not tuple or len(answer) != 2 or answer[1] not in (True, False, None):
        raise ValueError("the student's process did not say")
    return answer


def traced(function: Callable[..., Any], *args: Any, **keywords: Any) -> tuple[Any, Trace]:
    """Call and record the operators that ran, where the function lives."""
    if not is_handle(function):
        return record(function, args, keywords)
    result, rows = function._remote_connection.ask("traced", function, args, keywords)  # type: ignore[attr-defined]
    return result, Trace([_operator(*row) for row in rows])


def _operator(name: Any, numel: Any, largest: Any) -> Operator:
    if (
        type(name) is not str
        or len(name) > 200
        or any(type(n) is not int or not 0 <= n < _MAX_NUMEL for n in (numel, largest))
    ):
        raise ValueError("the student's process did not say what ran")
    return Operator(name, numel, largest)


_SEEDERS = ((torch, "manual_seed"), (torch.random, "manual_seed"), (np.random, "seed"), (python_random, "seed"))


@contextmanager
def forward_seeding(subject: Subject) -> Iterator[None]:
    """While the block runs, what a check seeds here is seeded in the worker too."""
    originals = [(module, name, getattr(module, name)) for module, name in _SEEDERS]
    for module, name, original in originals:
        setattr(module, name, _forwarding(subject, module.__name__.removesuffix(".random") or "random", original))
    try:
        yield
    finally:
        for module, name, original in originals:
            setattr(module, name, original)


def _forwarding(subject: Subject, which: str, original: Callable[..., Any]) -> Callable[..., Any]:
    def seed(*args: Any, **keywords: Any) -> Any:
        result = original(*args, **keywords)
        value = args[0] if args else next(iter(keywords.values()), None)
        if subject.connection is not None and subject.connection.ending is None and value is not None:
            subject.connection.ask("seed", which, value)
        return result

    return seed
