"""What of the judge a worker may reach: the objects that a check passed to it, through a few operations.

A callback can be called, iterated, indexed; an instance of a Python class shows its public attributes. Python modules,
classes got by attribute, frames, code, open files and the grader's own objects are never handed out, and names with a
leading underscore do not exist: there is no way from a function to its globals. Values are decoded, never evaluated.
"""

import inspect
import io
import socket
import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from grader.judge.remote import exceptions
from grader.wire import errors
from grader.wire.features import OPERATIONS
from grader.wire.objects import Kind
from grader.wire.peer import Peer
from grader.wire.proxy import Proxy
from grader.wire.violation import CannotCross, ProtocolViolation

if TYPE_CHECKING:
    from grader.judge.remote.connection import Connection

_OPERATIONS = frozenset({
    "call", "len", "iter", "next", "getitem", "setitem", "contains", "bool", "enter", "int", "float", "index",
    "reversed",
})  # fmt: skip
_NEVER = (
    types.ModuleType, types.FrameType, types.CodeType, types.TracebackType, types.CellType, io.IOBase, socket.socket,
    types.MappingProxyType, weakref.ref, property,
)  # fmt: skip
_NAMED = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)
_FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.GeneratorType, types.CoroutineType)
_LIBRARIES = ("torch", "numpy", "builtins", "math", "operator", "functools", "collections", "itertools")


class Exposed:
    """The judge's exposure to one worker."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = weakref.ref(connection)
        self._raised: dict[int, BaseException] = {}

    # -- what the worker asks ----------------------------------------------------------------------------------

    def perform(self, operation: str, args: list[Any]) -> Any:
        action = _ACTIONS.get(operation)
        if action is None:
            raise ProtocolViolation(f"asks for {operation[:40]!r}, which the judge does not do")
        peer = self._peer()
        if operation == "products":
            return peer.gradients.products(*args)
        return action(*args)

    def _peer(self) -> Peer:
        connection = self._connection()
        if connection is None:
            raise ProtocolViolation("asks after the end")
        return connection.peer

    # -- what crosses ------------------------------------------------------------------------------------------

    def may_export(self, value: object) -> bool:
        """A check may pass its own objects; never the interpreter's or the grader's."""
        kind = type(value)
        if isinstance(value, type):
            return not _of_the_grader(value)
        if isinstance(value, _NEVER):
            return False
        return not _of_the_grader(kind)

    def proxy(self, peer: Peer, number: int, kind: Kind) -> Any:
        connection = self._connection()
        assert connection is not None
        return connection.make_handle(number, kind)

    def original(self, peer: Peer, value: object) -> Proxy | None:
        return value._remote_original(peer) if hasattr(type(value), "_remote_original") else None  # type: ignore[attr-defined]

    def global_of(self, value: object) -> list[str] | None:
        """Classes and functions of the libraries cross by name: the worker has its own."""
        if not isinstance(value, _NAMED):
            return None
        owner = getattr(value, "__objclass__", value)
        module = getattr(value, "__module__", None) or getattr(owner, "__module__", None)
        for home in (module, "torch", "torch.nn.functional", "builtins"):
            if isinstance(home, str) and home.partition(".")[0] in _LIBRARIES:
                for name in (value.__qualname__, value.__name__):
                    if _find(home, name) is value:
                        return [home, name]
        return None

    def find_global(self, module: str, name: str) -> object:
        raise ProtocolViolation("names an object of the judge")

    # -- exceptions --------------------------------------------------------------------------------------------

    def describe(self, error: BaseException) -> list[Any]:
        """The check's exception for the student's code. When it comes back, the check gets this very object."""
        number = len(self._raised) + 1
        self._raised[number] = error
        return errors.describe(error, [], number)

    def rebuild(self, raised: errors.Raised) -> BaseException:
        if raised.origin:
            original = self._raised.get(raised.origin)
            if original is not None:
                return original
        return exceptions.rebuild(raised)

    def before_request(self) -> None:
        """The judge may always speak."""


def _of_the_grader(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in ("grader", "_pytest", "pytest", "pluggy")


def _find(module: str, name: str) -> object:
    import sys

    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def _call(value: Any, /, *args: Any, **keywords: Any) -> Any:
    if not callable(value):
        raise TypeError(f"a {type(value).__name__} is not callable")
    return value(*args, **keywords)


def _call_named(value: Any, names: Any, *args: Any) -> Any:
    if type(names) is not tuple or len(names) > len(args) or not all(type(name) is str for name in names):
        raise ProtocolViolation("a call is not one")
    first = len(args) - len(names)
    return _call(value, *args[:first], **dict(zip(names, args[first:], strict=True)))


def _operate(name: Any, value: Any, *args: Any) -> Any:
    if name not in _OPERATIONS:
        raise TypeError(f"this operation is not offered on a {type(value).__name__} of the check")
    return OPERATIONS[name](value, *args)


def _shown(value: Any, name: Any) -> None:
    """Only public names of instances of Python classes; functions, generators and classes show nothing."""
    if type(name) is not str:
        raise ProtocolViolation("a name is not one")
    if name.startswith("_") or isinstance(value, (*_FUNCTIONS, type)) or not type(value).__flags__ & (1 << 9):
        raise AttributeError(f"a {type(value).__name__} of the check shows no attribute {name!r}")


def _getattr(value: Any, name: Any) -> Any:
    if name in ("__name__", "__doc__", "__qualname__") and isinstance(value, (types.FunctionType, type)):
        return getattr(value, name)
    if name in ("send", "close", "throw") and isinstance(value, types.GeneratorType):
        return getattr(value, name)
    if isinstance(value, torch.Generator) and name in ("initial_seed", "manual_seed", "seed", "get_state", "device"):
        return getattr(value, name)
    _shown(value, name)
    found = getattr(value, name)
    if isinstance(found, (*_NEVER, type)):
        raise AttributeError(f"a {type(value).__name__} of the check shows no attribute {name!r}")
    return found


def _setattr(value: Any, name: Any, new: Any) -> None:
    _shown(value, name)
    setattr(value, name, new)


def _delattr(value: Any, name: Any) -> None:
    _shown(value, name)
    delattr(value, name)


def _dir(value: Any) -> list[str]:
    return [name for name in dir(value) if not name.startswith("_")]


def _exit(value: Any, error: Any) -> Any:
    raised = None if error is None else exceptions.rebuild(errors.read(error))
    return type(value).__exit__(value, None if raised is None else type(raised), raised, None)


def _text(value: Any, how: Any, spec: Any) -> str:
    """A callback is shown by its class alone: a repr may hold what is hidden."""
    return f"<{type(value).__name__} of the check>"


def _signature(value: Any) -> list[Any]:
    parameters = inspect.signature(value).parameters.values()
    return [[(p.name, int(p.kind), False, None, None) for p in parameters], None]


def _products(*args: Any) -> None:
    raise ProtocolViolation("asks for gradients after the end")


def _nothing() -> None:
    """A message that carries only what changed."""


_ACTIONS: dict[str, Callable[..., Any]] = {
    "call": _call, "call_named": _call_named, "operate": _operate, "getattr": _getattr, "setattr": _setattr,
    "delattr": _delattr, "dir": _dir, "exit": _exit, "text": _text, "signature": _signature, "products": _products,
    "nothing": _nothing,
}  # fmt: skip
__all__ = ["CannotCross", "Exposed"]
