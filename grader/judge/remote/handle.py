"""Handles: the student's objects as a check sees them.

Comparisons with the judge's own plain values are never answered by the student's code (an object whose ``__eq__`` says
yes to everything would pass every check): ``==`` is False, ``<`` raises. Between two of the student's objects they are.
What arithmetic with a value of the judge gives stays a handle, so that its comparison is refused in the same way.
"""

import inspect
from typing import TYPE_CHECKING, Any

from grader.judge.remote import exceptions
from grader.wire.features import BINARY, ORDER, UNARY
from grader.wire.modes import KEEP
from grader.wire.objects import Kind
from grader.wire.proxy import Proxy, proxy_class
from grader.wire.violation import CannotCross

if TYPE_CHECKING:
    from grader.judge.remote.connection import Connection
    from grader.wire.peer import Peer

_VALUE_BASES = frozenset(
    {"int", "float", "complex", "str", "bytes", "bytearray", "tuple", "list", "dict", "set", "frozenset"}
)


class Handle(Proxy):
    """An object that lives in the worker. Looks and behaves like it; ``keep(...)`` calls it and returns a handle."""

    __slots__ = ("_remote_connection", "_remote_mixed")

    _remote_connection: "Connection"
    _remote_mixed: bool  # came of arithmetic with a value of the judge

    def __init__(self, connection: "Connection", number: int, kind: Kind) -> None:
        super().__init__(connection.peer, number, kind)
        object.__setattr__(self, "_remote_connection", connection)
        object.__setattr__(self, "_remote_mixed", False)

    def _remote_ask(self, operation: str, *args: Any, mode: int = 0) -> Any:
        return self._remote_connection.ask(operation, self, *args, mode=mode)

    def _remote_operate(self, name: str, *args: Any) -> Any:
        return self._remote_connection.ask("operate", name, self, *args)

    def _remote_here(self) -> "Handle":
        """The handle that this one stands for: itself, unless it is a name that is looked up."""
        return self

    def _remote_original(self, peer: "Peer") -> "Handle":
        here = self._remote_here()
        if here._remote_connection.peer is not peer:
            raise CannotCross("this object lives in another process of the student's code")
        return here

    @property
    def __signature__(self) -> inspect.Signature:
        return build_signature(self._remote_ask("signature"))

    @property
    def __bases__(self) -> tuple[type, ...]:
        names = self._remote_ask("class_names")
        if names is None:
            raise AttributeError("__bases__")
        names = tuple((str(module), str(name)) for module, name in names)
        if any(name == "BaseException" for _, name in names):
            return (exceptions.exception_class(names),)
        return (object,)

    def __instancecheck__(self, value: object) -> bool:
        if issubclass(type(value), Handle):
            return self._remote_ask("isinstance_of", value) is True
        if isinstance(value, BaseException):
            return self._remote_in(exceptions.names_of_error(value))
        return False

    def __subclasscheck__(self, kind: type) -> bool:
        if issubclass(type(kind), Handle):
            return self._remote_ask("issubclass_of", kind) is True
        return any(self._remote_in(names) for names in (getattr(kind, "_student_names", ()),) if names)

    def _remote_in(self, names: exceptions.Names) -> bool:
        own = self._remote_ask("class_names")
        return own is not None and tuple(own[0]) in names

    @property
    def keep(self) -> "Keeping":
        return Keeping(self)


class Keeping:
    """``keep.f(x)``: as ``f(x)``, and the result stays in the worker."""

    __slots__ = ("_target",)

    def __init__(self, target: Any) -> None:
        self._target = target

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if keywords:
            return self._target._remote_ask("call_named", tuple(keywords), *args, *keywords.values(), mode=KEEP)
        return self._target._remote_ask("call", *args, mode=KEEP)

    def __getattr__(self, name: str) -> "Keeping":
        return Keeping(getattr(self._target, name))


def build_signature(parts: Any) -> inspect.Signature:
    """The signature that the worker described; annotations are their texts."""
    parameters, returned = parts
    empty = inspect.Parameter.empty
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect._ParameterKind(kind),
                default=default if has_default else empty,
                annotation=empty if note is None else note,
            )
            for name, kind, has_default, default, note in parameters
        ],
        return_annotation=empty if returned is None else returned,
    )


def is_handle(value: object) -> bool:
    return issubclass(type(value), Handle)


def _equal(self: Handle, other: object) -> Any:
    if is_handle(other):
        return True if other is self else self._remote_operate("eq", other)
    value = _plain(self)
    return NotImplemented if value is None else value == other


def _plain(self: Handle) -> Any:
    """What an object of a student's subclass of a builtin value holds; None for all others."""
    if self._remote_mixed:
        return None
    if any(module == "builtins" and name in _VALUE_BASES for module, name in self._remote_kind.names):
        return self._remote_ask("base_value")
    return None


def _ordered(name: str) -> Any:
    def compare(self: Handle, other: object) -> Any:
        if is_handle(other):
            return self._remote_operate(name, other)
        value = _plain(self)
        return NotImplemented if value is None else getattr(value, f"__{name}__")(other)

    return compare


def _arithmetic(name: str) -> Any:
    def operate(self: Handle, *others: Any) -> Any:
        mixed = self._remote_mixed or not all(map(is_handle, others))
        mode = 0 if others and not mixed else KEEP
        result = self._remote_connection.ask("operate", name, self, *others, mode=mode)
        if mixed and result is not self and is_handle(result):
            object.__setattr__(result, "_remote_mixed", True)
        return result

    return operate


def _call(self: Handle, /, *args: Any, **keywords: Any) -> Any:
    if keywords:
        return self._remote_connection.ask("call_named", self, tuple(keywords), *args, *keywords.values())
    return self._remote_connection.ask("call", self, *args)


_NUMBERS = (*BINARY, *(f"r{n}" for n in BINARY), *(f"i{n}" for n in BINARY if n != "divmod"), *UNARY)
OVERRIDE = (
    ("eq", _equal),
    ("call", _call),
    *((name, _ordered(name)) for name in ORDER),
    *((name, _arithmetic(name)) for name in _NUMBERS),
)


def handle_class(base: type[Handle], features: int) -> type[Handle]:
    return proxy_class(base, features, OVERRIDE)  # type: ignore[return-value, arg-type]
