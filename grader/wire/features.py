"""The special methods that a proxy can have, and how each is done on the other side's object.

A proxy's class has exactly those of the original's class, so that ``callable``, ``isinstance(x, Iterable)`` and the
like are right without asking.
"""

import math
import operator
from collections.abc import Callable
from typing import Any

BINARY = (
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "xor",
    "or",
)  # fmt: skip
UNARY = ("neg", "pos", "abs", "invert")
ORDER = ("lt", "le", "gt", "ge")
CONVERSIONS = ("bool", "len", "int", "float", "complex", "index", "length_hint", "hash")
OTHERS = (
    "call", "getitem", "setitem", "delitem", "contains", "iter", "next", "reversed", "enter", "exit", "round", "trunc",
    "floor", "ceil", "eq", "array",
)  # fmt: skip

FEATURES: tuple[str, ...] = (
    *BINARY,
    *(f"r{name}" for name in BINARY),
    *(f"i{name}" for name in BINARY if name != "divmod"),
    *UNARY,
    *ORDER,
    *CONVERSIONS,
    *OTHERS,
)
BIT = {name: 1 << number for number, name in enumerate(FEATURES)}
_DEFAULTS = {name: vars(object)[f"__{name}__"] for name in ("eq", *ORDER)}


def mask_of(kind: type) -> int:
    """The special methods that instances of a class have, as bits."""
    mask = 0
    for name in FEATURES:
        method = _special(kind, f"__{name}__")
        if method is not None and method is not _DEFAULTS.get(name):
            mask |= BIT[name]
    if mask & BIT["getitem"] and not mask & BIT["iter"] and hasattr(kind, "__len__"):
        mask |= BIT["iter"]  # the old iteration protocol
    return mask


def _special(kind: type, name: str) -> object:
    """What Python itself would use: looked up on the class, not on its metaclass."""
    return next((vars(c)[name] for c in kind.__mro__ if name in vars(c)), None)


def _plain(name: str) -> Callable[..., Any]:
    return divmod if name == "divmod" else getattr(operator, f"{name}_" if name in ("and", "or") else name)


def _reflected(name: str) -> Callable[[Any, Any], Any]:
    forward = _plain(name)
    return lambda self, other: forward(other, self)


def _enter(value: Any) -> Any:
    return type(value).__enter__(value)


def _exit(value: Any, *details: Any) -> Any:
    return type(value).__exit__(value, *details)


def _call(value: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    return value(*args, **keywords)


def _array(value: Any) -> Any:
    return value.__array__()


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: _plain(name) for name in BINARY},
    **{f"r{name}": _reflected(name) for name in BINARY},
    **{f"i{name}": getattr(operator, f"i{name}") for name in BINARY if name != "divmod"},
    **{name: getattr(operator, name) for name in (*UNARY, *ORDER, "eq", "ne", "getitem", "setitem", "delitem")},
    "bool": bool, "len": len, "int": int, "float": float, "complex": complex, "index": operator.index,
    "length_hint": operator.length_hint, "hash": hash, "call": _call, "contains": operator.contains, "iter": iter,
    "next": next, "reversed": reversed, "enter": _enter, "exit": _exit, "round": round, "trunc": math.trunc,
    "floor": math.floor, "ceil": math.ceil, "array": _array,
}  # fmt: skip
