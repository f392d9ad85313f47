"""What stands on one side for an object of the other: it behaves as the object does, by asking.

A proxy's class is made for the special methods of the original's class (`features`), so that what Python reads off a
type (callable, iterable, hashable) is right. Identity is kept: the same object is the same proxy while it lives.
"""

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grader.wire import errors
from grader.wire.features import BINARY, BIT, FEATURES, ORDER
from grader.wire.objects import Kind

if TYPE_CHECKING:
    from grader.wire.peer import Peer

_SHOWN = ("builtins", "collections", "collections.abc", "enum", "abc", "numbers", "dataclasses", "pathlib", "datetime")
_SHOWN_PACKAGES = ("torch", "numpy")
# Asked by libraries to find out what they deal with; a proxy is none of these.
_NEVER = frozenset({
    "__torch_function__", "__torch_dispatch__", "__array_interface__", "__array_struct__", "__array_ufunc__",
    "__array_function__", "__array_priority__", "__cuda_array_interface__", "__dlpack__", "__dlpack_device__",
    "__wrapped__", "__mro_entries__", "__fspath__", "__await__", "__isabstractmethod__", "__set_name__", "__del__",
    "__get__", "__set__", "__delete__", "__getstate__", "__setstate__", "__slots__", "__jax_array__", "__buffer__",
    "__test__", "__tracebackhide__", "__unittest_skip__", "__pytest_wrapped__", "__rich__", "__rich_console__",
    "__bases__", "__array__", "__prepare__",
})  # fmt: skip


class Proxy:
    """An object of the other side."""

    __slots__ = ("__weakref__", "_remote_kind", "_remote_number", "_remote_peer")

    _remote_itself = True  # no name that is looked up
    _remote_peer: "Peer"
    _remote_number: int
    _remote_kind: Kind

    def __init__(self, peer: "Peer", number: int, kind: Kind) -> None:
        object.__setattr__(self, "_remote_peer", peer)
        object.__setattr__(self, "_remote_number", number)
        object.__setattr__(self, "_remote_kind", kind)

    def _remote_ask(self, operation: str, *args: Any, mode: int = 0) -> Any:
        return self._remote_peer.request(operation, self, *args, mode=mode)

    def _remote_operate(self, name: str, *args: Any) -> Any:
        return self._remote_peer.request("operate", name, self, *args)

    def __getattr__(self, name: str) -> Any:
        if name in _NEVER or name.startswith("_remote_"):
            raise AttributeError(name)
        return self._remote_ask("getattr", name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._remote_ask("setattr", name, value)

    def __delattr__(self, name: str) -> None:
        self._remote_ask("delattr", name)

    def __dir__(self) -> list[str]:
        return list(self._remote_ask("dir"))

    def __repr__(self) -> str:
        return self._remote_text("repr", "")

    def __str__(self) -> str:
        return self._remote_text("str", "")

    def __format__(self, spec: str) -> str:
        return self._remote_text("format", spec)

    def _remote_text(self, how: str, spec: str) -> str:
        if self._remote_peer.broken is not None:
            return f"<{self._remote_kind.name} of a process that has ended>"
        text = self._remote_ask("text", how, spec)
        return text if type(text) is str else repr(text)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return class_of(self._remote_kind) or type(self)

    def __copy__(self) -> Any:
        return self._remote_ask("copy", False)

    def __deepcopy__(self, memo: Any) -> Any:
        return self._remote_ask("copy", True)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"a {self._remote_kind.name} that lives in another process cannot be pickled")


@lru_cache(maxsize=4096)
def class_of(kind: Kind) -> type | None:
    """The nearest class in the resolution order that is a library's and imported here too."""
    for module, name in kind.names:
        if module in _SHOWN or module.partition(".")[0] in _SHOWN_PACKAGES:
            found: Any = sys.modules.get(module)
            for part in name.split("."):
                found = vars(found).get(part) if found is not None else None
            if isinstance(found, type):
                return None if found is object else found
    return None


def _operation(name: str) -> Callable[..., Any]:
    def operate(self: Proxy, *args: Any) -> Any:
        return self._remote_operate(name, *args)

    return operate


def _call(self: Proxy, /, *args: Any, **keywords: Any) -> Any:
    if keywords:
        return self._remote_ask("call_named", tuple(keywords), *args, *keywords.values())
    return self._remote_ask("call", *args)


def _exit(self: Proxy, kind: Any, error: BaseException | None, trace: Any) -> Any:
    return self._remote_ask("exit", None if error is None else errors.describe(error, [], 0))


def _array(self: Proxy, dtype: Any = None, copy: Any = None) -> Any:
    array = self._remote_operate("array")
    return array if dtype is None else array.astype(dtype)


METHODS: dict[str, Callable[..., Any]] = {
    **{name: _operation(name) for name in FEATURES},
    "call": _call,
    "exit": _exit,
    "array": _array,
}


@lru_cache(maxsize=4096)
def proxy_class(
    base: type[Proxy], features: int, override: tuple[tuple[str, Callable[..., Any]], ...] = ()
) -> type[Proxy]:
    """The subclass of ``base`` that has exactly these special methods."""
    methods = {**METHODS, **dict(override)}
    body: dict[str, Any] = {"__slots__": ()}
    for name, bit in BIT.items():
        if features & bit:
            body[f"__{name}__"] = methods[name]
    if features & BIT["eq"] and not features & BIT["hash"]:
        body["__hash__"] = None
    elif not features & BIT["eq"]:
        body.pop("__hash__", None)  # same object, same proxy: identity is enough
    return type(base.__name__, (base,), body)


__all__ = ["BINARY", "METHODS", "ORDER", "Proxy", "class_of", "proxy_class"]
