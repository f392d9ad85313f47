"""Which operators ran, and how large the largest tensor each made was. Counts, so that they never flake."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor, strided
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

MAX_OPERATORS = 100_000


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator that ran: its name ("aten::mm"), elements of all outputs, elements of the largest one."""

    name: str
    numel: int
    largest: int


@dataclass(frozen=True, slots=True)
class Trace:
    operators: list[Operator]

    @property
    def counts(self) -> Counter[str]:
        return Counter(operator.name for operator in self.operators)

    @property
    def largest(self) -> int:
        """Elements of the largest tensor that any operator made; 0 when none ran."""
        return max((operator.largest for operator in self.operators), default=0)


class PlainMode(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """A dispatch mode without torch's compiler, which torch imports (over a second) when it first calls any other.

    What a compiled function runs is dispatched here all the same.
    """

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False


class Recorder(PlainMode):
    """Records every operator under it, backward and in-place ones too."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.found: list[tuple[str, int, int]] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        given = {_memory(leaf) for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Tensor)}
        result = func(*args, **(kwargs or {}))
        if len(self.found) < MAX_OPERATORS:
            made = [leaf for leaf in tree_leaves(result) if isinstance(leaf, Tensor)]
            sizes = [leaf.numel() for leaf in made if _memory(leaf) not in given]
            name = func.name() if hasattr(func, "name") else str(func)
            self.found.append((name.partition(".")[0], sum(sizes), max(sizes, default=0)))
        return result


def _memory(tensor: Tensor) -> object:
    """What tells one memory from another: a view or an in-place result makes none of its own."""
    if tensor.layout != strided or tensor.is_meta:
        return id(tensor)
    return tensor.untyped_storage().data_ptr()


def record(function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Trace]:
    """Call a function of this side and record what ran."""
    result, found = traced(function, args, keywords)
    return result, Trace([Operator(*row) for row in found])


def traced(
    function: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]
) -> tuple[Any, list[tuple[str, int, int]]]:
    with Recorder() as recorder:
        result = function(*args, **keywords)
    return result, recorder.found
