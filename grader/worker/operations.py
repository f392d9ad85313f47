"""What the judge may ask of the objects that live in the worker. Nothing here is trusted; nothing here needs to be."""

import copy
import importlib
import inspect
import operator
from collections.abc import Callable
from typing import Any

from grader.wire import errors
from grader.wire.features import OPERATIONS
from grader.worker.exceptions import from_description

OPERATIONS_ALL = {**OPERATIONS, "ne": operator.ne}


def call(value: Any, *args: Any) -> Any:
    return value(*args)


def call_named(value: Any, names: tuple[str, ...], *args: Any) -> Any:
    """A call whose last arguments are passed by name."""
    first = len(args) - len(names)
    return value(*args[:first], **dict(zip(names, args[first:], strict=True)))


def operate(name: str, value: Any, *args: Any) -> Any:
    return OPERATIONS_ALL[name](value, *args)


def text(value: Any, how: str, spec: str) -> str:
    made: str = repr(value) if how == "repr" else str(value) if how == "str" else format(value, spec)
    return made if len(made) <= errors.MAX_TEXT else made[: errors.MAX_TEXT] + "…"


def copied(value: Any, deep: bool) -> Any:
    return copy.deepcopy(value) if deep else copy.copy(value)


def leave(value: Any, error: list[Any] | None) -> Any:
    if error is None:
        return type(value).__exit__(value, None, None, None)
    raised = from_description(errors.read(error))
    return type(value).__exit__(value, type(raised), raised, raised.__traceback__)


def resolve(module: str, path: tuple[str, ...]) -> Any:
    """The object at a dotted place. Raises AttributeError with the module's names when the first is missing."""
    value = importlib.import_module(module)
    for name in path:
        value = getattr(value, name)
    return value


def names(module: str) -> list[str]:
    return [name for name in dir(importlib.import_module(module)) if not name.startswith("_")]


def base_value(value: Any) -> Any:
    """What an object of a subclass of a builtin value holds, by the builtin's own methods."""
    for kind in (bool, int, float, complex, str, bytes, bytearray, tuple, list, set, frozenset):
        if isinstance(value, kind):
            return kind.__call__(value) if kind in (bool,) else _bare(kind, value)
    if isinstance(value, dict):
        return dict(dict.items(value))
    raise TypeError(f"a {type(value).__name__} is no plain value")


def _bare(kind: type, value: Any) -> Any:
    if kind is int:
        return int.__int__(value)
    if kind is float:
        return float.__float__(value)
    if kind is str:
        return str.__str__(value)
    if kind is complex:
        return complex.__complex__(value)
    return kind(kind.__iter__(value))  # type: ignore[attr-defined]


def signature(value: Any) -> list[Any]:
    """``(name, kind, has default, default, annotation text)`` of each parameter, and the return annotation's text."""
    found = inspect.signature(value)
    empty = inspect.Parameter.empty
    parameters = [
        (p.name, int(p.kind), p.default is not empty, None if p.default is empty else p.default, _note(p.annotation))
        for p in found.parameters.values()
    ]
    return [parameters, _note(found.return_annotation)]


def _note(annotation: Any) -> str | None:
    if annotation is inspect.Parameter.empty:
        return None
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def class_names(value: Any) -> list[Any] | None:
    """Names along a class's resolution order, or None when the value is no class."""
    return [[c.__module__, c.__qualname__] for c in value.__mro__] if isinstance(value, type) else None


def instance(kind: Any, value: Any) -> bool:
    return isinstance(value, kind)


def subclass(kind: Any, value: Any) -> bool:
    return issubclass(value, kind)


TABLE: dict[str, Callable[..., Any]] = {
    "call": call,
    "call_named": call_named,
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "operate": operate,
    "dir": lambda value: sorted(map(str, dir(value))),
    "text": text,
    "copy": copied,
    "exit": leave,
    "resolve": resolve,
    "names": names,
    "base_value": base_value,
    "signature": signature,
    "class_names": class_names,
    "isinstance_of": instance,
    "issubclass_of": subclass,
    "identity": lambda value: value,
    "nothing": lambda: None,
}
