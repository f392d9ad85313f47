"""Objects that stay on their side and are referred to by number on the other."""

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grader.wire.features import mask_of
from grader.wire.violation import ProtocolViolation

_MAX_NAME = 256
MAX_OBJECTS = 1 << 20


@dataclass(frozen=True, slots=True)
class Kind:
    """What one side knows of a class of the other: names along its method resolution order, and special methods."""

    names: tuple[tuple[str, str], ...]  # (module, qualified name), most derived first
    features: int

    @property
    def module(self) -> str:
        return self.names[0][0]

    @property
    def name(self) -> str:
        return self.names[0][1]


def names_of(cls: type) -> list[list[str]]:
    return [[str(c.__module__)[:_MAX_NAME], str(c.__qualname__)[:_MAX_NAME]] for c in cls.__mro__[:64]]


def read_names(node: Any) -> tuple[tuple[str, str], ...]:
    names = tuple((module, name) for module, name in node)
    if not names or len(names) > 64:
        raise ProtocolViolation("a class is not one")
    for module, name in names:
        if type(module) is not str or type(name) is not str or len(module) > _MAX_NAME or len(name) > _MAX_NAME:
            raise ProtocolViolation("a class is not one")
    return names


class Objects:
    """Both directions: the objects of this side that the other side refers to, and proxies of the other side's."""

    def __init__(self, make_proxy: Callable[[int, Kind], Any]) -> None:
        self._make_proxy = make_proxy
        self._mine: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        self._next = 1
        self._next_kind = 0
        self._sent_kinds: dict[type, int] = {}
        self._kinds: dict[int, Kind] = {}
        self._proxies: dict[int, weakref.ref[Any]] = {}
        self.dead: dict[int, None] = {}  # numbers to release, in order

    def export(self, value: object) -> tuple[int, int, list[Any] | None]:
        """The number of an object of this side, that of its kind, and the kind's description the first time."""
        number = self._numbers.get(id(value))
        if number is None:
            number, self._next = self._next, self._next + 1
            self._numbers[id(value)] = number
            self._mine[number] = value
        cls = type(value)
        kind = self._sent_kinds.get(cls)
        if kind is not None:
            return number, kind, None
        self._next_kind += 1
        kind = self._sent_kinds[cls] = self._next_kind
        return number, kind, [names_of(cls), mask_of(cls).to_bytes(16, "little")]

    def unsend(self, kinds: list[int]) -> None:
        """Descriptions that were written but not sent are to be written again."""
        for cls, kind in list(self._sent_kinds.items()):
            if kind in kinds:
                del self._sent_kinds[cls]

    def adopt(self, node: list[Any]) -> Any:
        """The proxy for ``[tag, number, kind, description | None]``: the same one as long as it lives."""
        _, number, kind, description = node
        if type(number) is not int or type(kind) is not int or number <= 0:
            raise ProtocolViolation("an object's number is not one")
        if description is not None:
            names, features = description
            if kind in self._kinds or len(self._kinds) > 1 << 16 or type(features) is not bytes or len(features) > 16:
                raise ProtocolViolation("describes a class twice")
            self._kinds[kind] = Kind(read_names(names), int.from_bytes(features, "little"))
        known = self._proxies.get(number)
        proxy = known() if known is not None else None
        if proxy is None:
            if len(self._proxies) >= MAX_OBJECTS:
                raise ProtocolViolation("too many objects")
            proxy = self._make_proxy(number, self._kinds[kind])
            self.dead.pop(number, None)  # not told yet: the other side has the object still
            self._proxies[number] = weakref.ref(proxy, lambda ref: self._died(number, ref))
        return proxy

    def _died(self, number: int, ref: object) -> None:
        if self._proxies.get(number) is ref:
            del self._proxies[number]
            self.dead[number] = None

    def mine(self, number: Any) -> object:
        if type(number) is not int or number not in self._mine:
            raise ProtocolViolation("refers to an object that it was not given")
        return self._mine[number]

    def release(self, numbers: Any) -> None:
        for number in numbers:
            value = self.mine(number)
            del self._mine[number]
            self._numbers.pop(id(value), None)

    def told(self, numbers: list[int]) -> None:
        """The other side knows of these deaths."""
        for number in numbers:
            self.dead.pop(number, None)
