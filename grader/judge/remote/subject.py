"""The student's modules as checks import them: names that are bound once and mean a fresh worker's object each time.

``from X import f`` runs once, when the checks are collected; each check then runs against a worker of its own. So a
name of a module is *rooted*: (module, path), looked up in the worker that is attached when it is used.
"""

import difflib
import weakref
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from grader.judge.remote.connection import Connection
from grader.judge.remote.handle import OVERRIDE, Handle, Keeping, is_handle
from grader.judge.remote.lost import WorkerLost
from grader.wire.features import FEATURES, OPERATIONS
from grader.wire.modes import KEEP
from grader.wire.proxy import METHODS, class_of

if TYPE_CHECKING:
    from grader.wire.objects import Kind
    from grader.wire.peer import Peer

_VALUES = {
    *(("builtins", kind.__name__) for kind in (int, float, complex, bool, str, bytes, list, tuple, dict, set)),
    ("builtins", "frozenset"), ("builtins", "range"), ("builtins", "slice"), ("builtins", "NoneType"),
    ("torch", "Tensor"), ("numpy", "ndarray"), ("torch.nn.parameter", "Parameter"),
}  # fmt: skip
_FIXED = {("builtins", name) for name in ("function", "type", "module", "builtin_function_or_method")}


class MissingName(AttributeError):
    """A name that a check asks for is not in the student's file; ``nearest`` is the name there most like it."""

    def __init__(self, name: str, module: str, nearest: str | None) -> None:
        hint = f". There is `{nearest}`: a typing slip?" if nearest else ""
        super().__init__(f"`{name}` is not in {module}.py{hint}", name=name)
        self.module = module
        self.nearest = nearest


class Place(Protocol):
    """Where rooted names are looked up."""

    connection: Connection | None

    def rooted(self, module: str, path: tuple[str, ...]) -> "Rooted": ...
    def lookup(self, module: str, path: tuple[str, ...]) -> Handle: ...


class _Names:
    """Rooted names of one place, and what they mean in the attached worker."""

    def __init__(self) -> None:
        self.connection: Connection | None = None
        self.used: set[tuple[str, str]] = set()  # (module, name) looked up since the last attach
        self._rooted: weakref.WeakValueDictionary[tuple[str, tuple[str, ...]], Rooted] = weakref.WeakValueDictionary()
        self._found: dict[tuple[str, tuple[str, ...]], Handle] = {}

    def rooted(self, module: str, path: tuple[str, ...]) -> "Rooted":
        made = self._rooted.get((module, path))
        if made is None:
            made = self._rooted[module, path] = Rooted(self, module, path)
        return made

    def attach(self, connection: Connection) -> None:
        """Let the names mean this worker's objects."""
        self.detach()
        self.connection = connection
        self.used.clear()

    def detach(self) -> None:
        self.connection = None
        self._found.clear()

    def attached(self, path: tuple[str, ...]) -> Connection:
        if self.connection is None:
            raise RuntimeError(f"`{'.'.join(path)}` can be used only while a check runs")
        return self.connection

    def lookup(self, module: str, path: tuple[str, ...]) -> Handle:
        """The handle of the object that a name means now. Raises MissingName, or what its module raises."""
        found = self._found.get((module, path))
        if found is not None:
            return found
        found = self._resolve(module, path, KEEP)
        if any(name in _FIXED for name in found._remote_kind.names):
            self._found[module, path] = found
        return found  # type: ignore[no-any-return]

    def value(self, module: str, path: tuple[str, ...]) -> Any:
        """What the name means now, by value when it is one, else rooted."""
        if (module, path) in self._found:
            return self.rooted(module, path)
        value = self._resolve(module, path, 0)
        return self.rooted(module, path) if is_handle(value) else value

    def _resolve(self, module: str, path: tuple[str, ...], mode: int) -> Any:
        connection = self.attached(path or (module,))
        if path:
            self.used.add((module, path[0]))
        try:
            return connection.ask("resolve", module, path, mode=mode)
        except AttributeError as error:
            names = _public(connection, module)
            if not path or path[0] in names:
                raise
            nearest = difflib.get_close_matches(path[0], names, 1, 0.6)
            raise MissingName(path[0], module, nearest[0] if nearest else None) from error


def _public(connection: Connection, module: str) -> list[str]:
    names = connection.ask("names", module)
    return [name for name in names if type(name) is str and not name.startswith("_")][:10_000]


class Subject(_Names):
    """The student's modules of an exercise. ``factory`` makes further workers, for `in_fresh_worker`."""

    def __init__(self, modules: Collection[str], factory: Callable[[], Connection] | None = None) -> None:
        super().__init__()
        self.factory = factory
        self._modules = {name: RemoteModule(self, name) for name in modules}

    def module(self, name: str) -> "RemoteModule":
        return self._modules[name]


class RemoteModule(ModuleType):
    """A module of the student's. ``keep.f(x)`` calls ``f`` and returns a handle, also where a value would come back."""

    def __init__(self, names: _Names, name: str) -> None:
        super().__init__(name)
        self.__dict__["_names"] = names

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        names: _Names = self.__dict__["_names"]
        if names.connection is None:
            return names.rooted(self.__name__, (name,))
        return names.value(self.__name__, (name,))

    @property
    def keep(self) -> Any:
        return _KeepingModule(self.__dict__["_names"], self.__name__)

    def __setattr__(self, name: str, value: Any) -> None:
        names = self.__dict__.get("_names")
        if name.startswith("__") or names is None or names.connection is None:
            super().__setattr__(name, value)
            return
        names.lookup(self.__name__, ())._remote_ask("setattr", name, value)
        names._found.clear()

    def __delattr__(self, name: str) -> None:
        names = self.__dict__["_names"]
        names.lookup(self.__name__, ())._remote_ask("delattr", name)
        names._found.clear()

    def __dir__(self) -> list[str]:
        connection = self.__dict__["_names"].connection
        return [] if connection is None else _public(connection, self.__name__)

    def _remote_here(self) -> Handle:
        return self.__dict__["_names"].lookup(self.__name__, ())  # type: ignore[no-any-return]

    def _remote_original(self, peer: "Peer") -> Handle:
        return self._remote_here()._remote_original(peer)

    def __repr__(self) -> str:
        return f"<module {self.__name__!r} of the submission>"


class _KeepingModule:
    def __init__(self, names: _Names, module: str) -> None:
        self._names = names
        self._module = module

    def __getattr__(self, name: str) -> Keeping:
        return Keeping(self._names.rooted(self._module, (name,)))


class Rooted(Handle):
    """A name of a student's module. Behaves as the object that it means in the attached worker."""

    __slots__ = ("_remote_module", "_remote_names", "_remote_path")

    _remote_itself = False

    def __init__(self, names: _Names, module: str, path: tuple[str, ...]) -> None:
        object.__setattr__(self, "_remote_names", names)
        object.__setattr__(self, "_remote_module", module)
        object.__setattr__(self, "_remote_path", path)

    def _remote_here(self) -> Handle:
        return self._remote_names.lookup(self._remote_module, self._remote_path)  # type: ignore[no-any-return]

    @property
    def _remote_connection(self) -> Connection:  # type: ignore[override]
        return self._remote_names.attached(self._remote_path)  # type: ignore[no-any-return]

    @property
    def _remote_peer(self) -> "Peer":  # type: ignore[override]
        return self._remote_connection.peer

    @property
    def _remote_kind(self) -> "Kind":  # type: ignore[override]
        return self._remote_here()._remote_kind

    @property
    def _remote_number(self) -> int:  # type: ignore[override]
        return self._remote_here()._remote_number

    @property
    def _remote_mixed(self) -> bool:  # type: ignore[override]
        return False

    def __getattr__(self, name: str) -> Any:
        if name == "__name__":
            return self._remote_path[-1]
        names: _Names = self._remote_names
        if names.connection is None:
            if name.startswith("_"):
                raise AttributeError(name)
            return names.rooted(self._remote_module, (*self._remote_path, name))
        return super().__getattr__(name)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        names: _Names = self._remote_names
        if names.connection is None or names.connection.ending is not None:
            return Rooted
        try:
            return class_of(self._remote_kind) or Rooted
        except (Exception, WorkerLost):
            return Rooted

    def _remote_value(self) -> Any:
        """The value of a constant of the module (N = 5), which crosses; the handle itself for everything else."""
        if self._remote_kind.names[0] not in _VALUES:
            return self
        return self._remote_names.value(self._remote_module, self._remote_path)

    def _remote_text(self, how: str, spec: str) -> str:
        connection = self._remote_names.connection
        if connection is None or connection.ending is not None:
            return f"<{'.'.join(self._remote_path)} of the submission>"
        return super()._remote_text(how, spec)

    def __eq__(self, other: object) -> Any:
        if other is self:
            return True
        if self._remote_names.connection is None:
            return NotImplemented
        value = self._remote_value()
        return _EQUAL(self, other) if is_handle(value) else value == other

    def __hash__(self) -> int:
        return hash((self._remote_module, self._remote_path))


def _operation(name: str) -> Callable[..., Any]:
    remote = {**METHODS, **dict(OVERRIDE)}[name]

    def operate(self: Rooted, *args: Any) -> Any:
        value = self._remote_value()
        return remote(self, *args) if is_handle(value) else OPERATIONS[name](value, *args)

    def call(self: Rooted, /, *args: Any, **keywords: Any) -> Any:
        return remote(self._remote_here(), *args, **keywords)

    return call if name == "call" else operate


_EQUAL = dict(OVERRIDE)["eq"]
for _name in FEATURES:
    if _name not in ("eq", "hash"):
        setattr(Rooted, f"__{_name}__", _operation(_name))


@contextmanager
def in_fresh_worker(function: Any) -> Iterator[Any]:
    """The same function in a process of its own, for the length of the block; a local callable stays where it is."""
    if not is_handle(function) and not isinstance(function, RemoteModule):
        yield function
        return
    if isinstance(function, RemoteModule):
        names, module, path = function.__dict__["_names"], function.__name__, None
    elif issubclass(type(function), Rooted):
        names, module, path = function._remote_names, function._remote_module, function._remote_path
    else:
        raise TypeError("only what is got by name from the student's module can be run in a fresh process")
    if not isinstance(names, Subject) or names.factory is None:
        raise RuntimeError("there is no way to start a fresh process here")
    if path:
        names.used.add((module, path[0]))
    fresh = _Names()
    connection = names.factory()
    fresh.attach(connection)
    try:
        yield RemoteModule(fresh, module) if path is None else fresh.rooted(module, path)
    finally:
        fresh.detach()
        connection.close()
