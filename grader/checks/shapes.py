"""``assert_shapes``: the shapes of results for generated sizes, with the smallest sizes that fail."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
import torch

from grader.checks.build import finding
from grader.checks.calls import Call, call_of
from grader.checks.finding import Finding
from grader.checks.inputs import Drawing, draw, pool
from grader.checks.kinds import is_array, is_tensor
from grader.checks.render import describe, dtype_name, join, shape_text
from grader.checks.spec import Contract, Shape, names_of
from grader.checks.student_calls import error_text, invoke
from grader.language import say

SIZES = (1, 2, 3, 5)
MOST = 64  # combinations of sizes that are tried
DType = torch.dtype | type[np.generic]


@dataclass(frozen=True, slots=True)
class _Trial:
    sizes: dict[str, int]
    failure: Finding | None


def assert_shapes(
    fn: Callable[..., Any],
    contract: str,
    sizes: Mapping[str, int | Sequence[int]] | None = None,
    make: Callable[..., Sequence[Any]] | None = None,
    dtype: DType | Sequence[DType] = torch.float32,
    *,
    device: str = "cpu",
    result_dtype: DType | None = None,
) -> None:
    """``fn`` turns inputs of the shapes before ``->`` into results of the shapes after it, for all generated sizes.

    ``"b n d, b m d -> b n m"``: names are sizes, integers fixed sizes, results may be expressions (``n-k+1``),
    ``"-> "`` is a 0-d tensor. Sizes come from ``sizes[name]``, else 1, 2, 3, 5; at most 64 combinations, small first.
    ``make(**sizes)`` gives the arguments where random tensors of ``dtype`` (one, or one an input; a NumPy type for
    arrays) do not do: labels, modules, options. ``device="meta"`` finds code with a device written into it. The dtype
    of the results is looked at only when ``result_dtype`` is given. Raises ``Finding`` with the smallest failing sizes.
    """
    parsed = Contract.parse(contract)
    build = make or _maker(parsed, dtype, device)
    expect = _Expectation(parsed, device if device != "cpu" else None, result_dtype)
    trials: list[_Trial] = []
    for values in combinations_of(parsed, sizes):
        trials.append(_Trial(values, _try(fn, expect, build, values)))
        if trials[-1].failure is not None:
            break
    else:
        return
    failed = trials[-1]
    for values in combinations_of(parsed, sizes, start=len(trials)):
        trials.append(_Trial(values, _try(fn, expect, build, values)))
    assert failed.failure is not None
    raise _explained(failed.failure, failed.sizes, rule(trials))


def combinations_of(
    contract: Contract, sizes: Mapping[str, int | Sequence[int]] | None, start: int = 0
) -> Iterator[dict[str, int]]:
    """The sizes to try, from the simplest: without zeros, then by their sum."""
    names = names_of(contract.inputs)
    unknown = set(sizes or {}) - set(names) - set(names_of(contract.outputs))
    if unknown:
        raise ValueError(f"there are sizes for {sorted(unknown)[0]!r}, which the contract does not use")
    names += [name for name in names_of(contract.outputs) if name not in names]
    pools = [sorted(set(pool(sizes, name, SIZES))) for name in names]
    everything = [dict(zip(names, values, strict=True)) for values in product(*pools)]
    if len(everything) > MOST:
        everything = random.Random(0).sample(everything, MOST)
    everything.sort(key=lambda values: (0 in values.values(), sum(values.values()), max(values.values(), default=0)))
    yield from everything[start:]


class _Expectation:
    """What the results must be."""

    def __init__(self, contract: Contract, device: str | None, dtype: DType | None) -> None:
        self.contract, self.device, self.dtype = contract, device, dtype

    def sentence(self, call: Call) -> str:
        """``f` should turn q (b, n, d), k (b, m, d) into (b, n, m).``"""
        labels = list(call.labels) if len(call.labels) == len(self.contract.inputs) else []
        shapes = [str(shape) for shape in self.contract.inputs]
        inputs = [f"{a} {b}" for a, b in zip(labels, shapes, strict=True)] if labels else shapes
        return say(
            "`{name}` should turn {inputs} into {results}.",
            name=call.name,
            inputs=", ".join(inputs),
            results=join(str(shape) for shape in self.contract.outputs),
        )

    def check(self, call: Call, result: Any, sizes: Mapping[str, int]) -> Finding | None:
        shapes = self.contract.outputs
        if len(shapes) == 1:
            return self._part(call, result, shapes[0], sizes)
        if not issubclass(type(result), tuple | list) or len(result) != len(shapes):
            detail = say(
                "it returns {result} instead of {number} tensors.", result=describe(result), number=len(shapes)
            )
            return finding("type", self.sentence(call), detail, call=call)
        parts = (
            self._part(call, r, s, sizes, say(" at [{index}]", index=i))
            for i, (r, s) in enumerate(zip(result, shapes, strict=True))
        )
        return next((part for part in parts if part), None)

    def _part(self, call: Call, result: Any, shape: Shape, sizes: Mapping[str, int], at: str = "") -> Finding | None:
        headline, asked = self.sentence(call), shape.sizes(sizes)
        if not (is_tensor(result) or is_array(result)):
            detail = say(
                "it returns{at} {result} instead of a tensor of shape {shape}.",
                at=at,
                result=describe(result),
                shape=shape_text(asked),
            )
            return finding("type", headline, detail, call=call)
        if self.dtype is not None and dtype_name(result.dtype) != _dtype_text(self.dtype):
            e, a = _dtype_text(self.dtype), dtype_name(result.dtype)
            return finding(
                "dtype",
                headline,
                say("it returns{at} {actual} instead of {asked}.", at=at, actual=a, asked=e),
                call=call,
                expected=e,
                actual=a,
            )
        if self.device and is_tensor(result) and result.device.type != torch.device(self.device).type:
            detail = say(
                "it returns{at} a tensor on {actual} for inputs on {asked}.",
                at=at,
                actual=result.device,
                asked=self.device,
            )
            return finding("device", headline, detail, call=call)
        if tuple(result.shape) != asked:
            e, a = shape_text(asked), shape_text(result.shape)
            detail = say("it returns{at} shape {actual} instead of {asked}.", at=at, actual=a, asked=e)
            return finding("shape", headline, detail, call=call, expected=e, actual=a)
        return None


def _dtype_text(dtype: DType) -> str:
    return dtype_name(dtype if isinstance(dtype, torch.dtype) else np.dtype(dtype))


def _maker(contract: Contract, dtype: DType | Sequence[DType], device: str) -> Callable[..., Sequence[Any]]:
    dtypes = list(dtype) if isinstance(dtype, Sequence) else [dtype] * len(contract.inputs)
    if len(dtypes) != len(contract.inputs):
        raise ValueError(f"{len(dtypes)} dtypes for {len(contract.inputs)} inputs")

    def make(**sizes: int) -> list[Any]:
        rng = torch.Generator().manual_seed(0)
        return [_input(rng, s.sizes(sizes), d, device) for s, d in zip(contract.inputs, dtypes, strict=True)]

    return make


def _input(rng: torch.Generator, size: tuple[int, ...], dtype: DType, device: str) -> Any:
    if isinstance(dtype, torch.dtype):
        return draw(rng, size, Drawing(dtype, None, None)).to(device)
    kind = torch.from_numpy(np.zeros(0, dtype)).dtype
    return draw(rng, size, Drawing(kind, None, None)).numpy()


def _try(
    fn: Callable[..., Any], expect: _Expectation, build: Callable[..., Sequence[Any]], sizes: dict[str, int]
) -> Finding | None:
    args = tuple(build(**sizes))
    call = call_of(fn, args)
    try:
        result = invoke(fn, args)
    except Finding as error:
        raises = (
            say("it raises {error}.", error=error_text(error.__cause__)) if error.__cause__ else error.facts.headline
        )
        facts = finding(error.facts.rung, expect.sentence(call), raises, *error.facts.details, call=call)
        facts.__cause__ = error.__cause__
        return facts
    return expect.check(call, result, sizes)


def _explained(failure: Finding, sizes: Mapping[str, int], works: str | None) -> Finding:
    """The failure with the sizes it happens for, and with the rule that parts failing sizes from working ones."""
    facts = failure.facts
    values = ", ".join(f"{name} = {value}" for name, value in sizes.items())
    sentence = (
        say("For {values} {detail}", values=values, detail=facts.details[0])
        if values
        else facts.details[0][:1].upper() + facts.details[0][1:]
    )
    details = ([works] if works else []) + [sentence, *facts.details[1:]]
    facts.details = details
    explained = Finding(facts)
    explained.__cause__ = failure.__cause__
    return explained


def rule(trials: Sequence[_Trial]) -> str | None:
    """One sentence that says for which sizes it works, when a simple one fits all trials."""
    works = [trial.failure is None for trial in trials]
    if all(works) or not any(works):
        return None
    names = list(trials[0].sizes)
    for a, b in combinations(names, 2):
        if works == [trial.sizes[a] == trial.sizes[b] for trial in trials]:
            return say("It works when {a} = {b}.", a=a, b=b)
    for name in names:
        for value in sorted({trial.sizes[name] for trial in trials}):
            if works == [trial.sizes[name] != value for trial in trials]:
                return say("It fails only when {name} = {value}.", name=name, value=value)
            if works == [trial.sizes[name] == value for trial in trials]:
                return say("It works when {name} = {value}.", name=name, value=value)
    return None
