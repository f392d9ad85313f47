"""``assert_deterministic`` and ``assert_repeatable``: the same again, to the last bit."""

import inspect
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from grader.checks.bridge import fresh_process, seed_worker
from grader.checks.build import finding
from grader.checks.calls import Call, call_of
from grader.checks.compare import find_mismatch
from grader.checks.cuda import run_twice_on_cuda
from grader.checks.device import has_cuda, skip_part
from grader.checks.finding import Finding
from grader.checks.kinds import is_remote
from grader.checks.mismatch import Mismatch, Tolerance
from grader.checks.student_calls import invoke
from grader.checks.unchanged import own_copy
from grader.judge.remote import Subject
from grader.language import say

_EXACT = Tolerance(0.0, 0.0, equal_nan=True)


def assert_deterministic(
    fn: Callable[..., Any],
    *args: Any,
    seed: int = 7,
    different_seeds_differ: bool = True,
    **kwargs: Any,
) -> Any:
    """Two runs of ``fn(*args, **kwargs)`` with one seed, each in a fresh process, are bitwise equal.

    A parameter called ``seed`` gets the seed, and the global generators of torch, NumPy and random are then seeded
    *differently* in the two runs: what is drawn from them is found. Without such a parameter the global generators get
    the seed. With ``different_seeds_differ`` a run with another seed must give another result. Where there is a CUDA
    device the two runs are repeated there with deterministic algorithms; else a skipped part is recorded. Returns the
    first result. Raises ``Finding`` with the first place that differs.
    """
    run = _Run(fn, args, kwargs, _takes_seed(fn, kwargs))
    first, second = run(seed, 0), run(seed, 1)
    mismatch = find_mismatch(second, first, _EXACT)
    if mismatch is not None:
        raise _differs(run.call, seed, mismatch.first)
    if different_seeds_differ and find_mismatch(run(seed + 1, 0), first, _EXACT) is None:
        raise _ignores_seed(run.call, seed)
    _on_cuda(run, seed)
    return first


def assert_repeatable(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Two calls in one process with equal arguments give bitwise equal results: no state is kept between calls.

    Returns the first result. Raises ``Finding`` (rung ``state``).
    """
    copies = tuple(own_copy(argument) for argument in args)
    first = own_copy(invoke(fn, args, kwargs))
    mismatch = find_mismatch(invoke(fn, copies, kwargs), first, _EXACT)
    if mismatch is None:
        return first
    mismatch, call = mismatch.first, call_of(fn, args, kwargs)
    raise finding(
        "state",
        say("`{name}` gives another result when it is called a second time with the same input.", name=call.name),
        say("Something is kept between calls: a global, an attribute, a default argument that is a list or a dict."),
        call=call,
        expected=mismatch.expected,
        actual=mismatch.actual,
        where=_where(mismatch),
    )


@dataclass(frozen=True, slots=True)
class _Run:
    """One run in a fresh process: ``run(seed, number)``."""

    fn: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    takes_seed: bool

    @property
    def call(self) -> Call:
        return call_of(self.fn, self.args, self.kwargs)

    def options(self, seed: int) -> dict[str, Any]:
        return {**self.kwargs, "seed": seed} if self.takes_seed else self.kwargs

    def __call__(self, seed: int, number: int) -> Any:
        with fresh_process(self.fn) as subject:
            seed_everything(seed + 1000 * (number + 1) if self.takes_seed else seed, subject)
            args = tuple(own_copy(argument) for argument in self.args)
            return own_copy(invoke(self.fn, args, self.options(seed)))


def seed_everything(seed: int, subject: Subject | None = None) -> None:
    """Seed torch's, NumPy's and Python's global generators, here and in the subject's process."""
    torch.manual_seed(seed)
    np.random.seed(seed % 2**32)
    random.seed(seed)
    seed_worker(subject, seed)


def _takes_seed(fn: Callable[..., Any], kwargs: dict[str, Any]) -> bool:
    try:
        return "seed" in inspect.signature(fn).parameters and "seed" not in kwargs
    except Exception:  # builtins have no signature, and a handle asks the student's code
        return False


def _differs(call: Call, seed: int, mismatch: Mismatch) -> Finding:
    where = _where(mismatch)
    headline = say("Two runs of `{name}` with seed {seed} differ.", name=call.name, seed=seed)
    if where:
        headline = say(
            "Two runs of `{name}` with seed {seed} differ, first at {where}.", name=call.name, seed=seed, where=where
        )
    return finding(
        "value",
        headline,
        say("Everything random must come from a generator that the seed sets: initial weights, data order, dropout."),
        *mismatch.details,
        call=call,
        expected=say("{expected}, as in the first run", expected=mismatch.expected) if mismatch.expected else None,
        actual=say("{actual} in the second run", actual=mismatch.actual) if mismatch.actual else mismatch.phrase,
        where=where,
    )


def _where(mismatch: Mismatch) -> str | None:
    """``step 3`` for the third number of a list, else the path and index."""
    if mismatch.path.count("[") == 1 and mismatch.path[1:-1].isdigit() and not mismatch.where:
        return say("step {step}", step=mismatch.path[1:-1])
    return f"{mismatch.path} {mismatch.where or ''}".strip() or None


def _ignores_seed(call: Call, seed: int) -> Finding:
    headline = say(
        "`{name}` gives the same result for seeds {seed} and {other}: the seed has no effect.",
        name=call.name,
        seed=seed,
        other=seed + 1,
    )
    return finding("value", headline, say("A seed that is written into the code does that."), call=call)


def _on_cuda(run: _Run, seed: int) -> None:
    if not has_cuda():
        skip_part(say("determinism on CUDA: not run: no GPU"))
    elif is_remote(run.fn):
        skip_part(say("determinism on CUDA: not run: the sandbox has no GPU"))
    else:
        first, second = run_twice_on_cuda(run.fn, run.args, run.options(seed), seed)
        mismatch = find_mismatch(second, first, _EXACT)
        if mismatch is not None:
            raise _differs(run.call, seed, mismatch.first)
