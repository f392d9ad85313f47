"""Writing one message's values. What has an identity is written once and referred to after that."""

import array
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor

from grader.wire import raw
from grader.wire.values import (
    ARRAY,
    ARRAY_DTYPE,
    BIGINT,
    BYTEARRAY,
    BYTES,
    COMPLEX,
    COUNTER,
    DECIMAL,
    DECIMALS,
    DEFAULT,
    DEVICE,
    DICT,
    DTYPE,
    ELLIPSIS,
    FACTORIES,
    FRACTION,
    FROZENSET,
    GENERATOR,
    IMMEDIATE,
    LAYOUT,
    LIST,
    MAX_DEPTH,
    MAX_INT_BYTES,
    MEMORY_FORMAT,
    NAMED,
    NOT_IMPLEMENTED,
    ORDERED,
    PACK_FROM,
    PACKED,
    RANGE,
    SCALAR,
    SEEN,
    SET,
    SIZE,
    SLICE,
    TEXT,
    TUPLE,
    Tree,
    plain_key,
)
from grader.wire.violation import CannotCross


class Writer(ABC):
    """Writes the values of one message. ``buffers`` and ``kept`` belong to the frame being built.

    ``table`` says by type how; a subclass adds tensors, and references to what does not cross by value.
    """

    table: ClassVar[dict[type, Callable[[Any, Any], Tree]]]
    _depth = 0

    def __init__(self) -> None:
        self.buffers: raw.Buffers = []
        self.kept: list[object] = []  # keeps what is referred to alive until the frame is sent
        self.seen: dict[int, int] = {}
        self.noted: list[object] = []  # the objects with identity, in the order of their numbers

    @abstractmethod
    def write_object(self, value: object) -> Tree:
        """A reference to what does not cross by value."""

    def start(self, seen: Sequence[object]) -> None:
        """Begin the body (again), with the objects that the other side has numbered already."""
        self.noted = list(seen)
        self.seen = {id(value): number for number, value in enumerate(seen)}
        self._depth = 0

    def write(self, value: Any) -> Tree:
        kind = type(value)
        if kind in IMMEDIATE:
            return value
        writer = self.table.get(kind)
        if writer is not None:
            return writer(self, value)
        return self.other(value, kind)

    def other(self, value: Any, kind: type) -> Tree:
        if issubclass(kind, Tensor):
            return self.table[Tensor](self, value)
        if issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__bases__ == (tuple,):
            return self._named(kind.__name__, list(kind._fields), value)
        if kind.__module__ == "torch.return_types" and issubclass(kind, tuple):
            return self._named("torch." + kind.__name__, [], value)
        if issubclass(kind, np.generic) and value.dtype.kind in "biufcMm":
            return [SCALAR, value.dtype.str, value.tobytes()]
        if issubclass(kind, np.dtype) and len(value.str) >= 3 and value.fields is None and value.kind in "biufcSUMm":
            return [ARRAY_DTYPE, value.str]
        return self.write_object(value)

    def _named(self, name: str, fields: list[str], value: Any) -> Tree:
        return [NAMED, name, fields, self.items(value)]

    def items(self, values: Any) -> list[Tree]:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise CannotCross(f"this is nested deeper than {MAX_DEPTH}, too deep to cross")
        items = list(map(self.write, values))
        self._depth -= 1
        return items

    def once(self, value: object) -> list[Tree] | None:
        """The reference to what was written before in this message, else None after noting it down."""
        number = self.seen.get(id(value))
        if number is not None:
            return [SEEN, number]
        self.seen[id(value)] = len(self.noted)
        self.noted.append(value)
        return None

    def blob(self, data: bytes) -> Tree:
        """Bytes in the header when few, else in a buffer of their own."""
        if len(data) <= raw.INLINE:
            return data
        self.kept.append(data)
        self.buffers.append(memoryview(data))
        return len(self.buffers) - 1


def _int(w: Writer, v: int) -> Tree:
    if -(1 << 63) <= v < 1 << 63:
        return v
    size = v.bit_length() // 8 + 1
    if size > MAX_INT_BYTES:
        raise CannotCross("this whole number has too many digits to cross")
    return [BIGINT, w.blob(v.to_bytes(size, "little", signed=True))]


def _str(w: Writer, v: str) -> Tree:
    if len(v) <= raw.INLINE and v.isascii():
        return v
    return [TEXT, w.blob(v.encode("utf-8", "surrogatepass"))]


def _list(w: Writer, v: list[Any]) -> Tree:
    if (seen := w.once(v)) is not None:
        return seen
    if len(v) >= PACK_FROM:
        packed = _packed(w, v)
        if packed is not None:
            return packed
    return [LIST, w.items(v)]


def _packed(w: Writer, v: list[Any]) -> Tree | None:
    kind = type(v[0])
    if kind not in (float, int) or any(type(x) is not kind for x in v):
        return None
    try:
        return [PACKED, "d" if kind is float else "q", w.blob(array.array("d" if kind is float else "q", v).tobytes())]
    except OverflowError:
        return None


def _dict(tag: int) -> Callable[[Writer, Any], Tree]:
    def write(w: Writer, v: dict[Any, Any]) -> Tree:
        if not all(map(plain_key, v)):
            return w.write_object(v)
        if tag == DEFAULT and not (v.default_factory is None or v.default_factory in FACTORIES):  # type: ignore[attr-defined]
            return w.write_object(v)
        if (seen := w.once(v)) is not None:
            return seen
        node = [tag, w.items(v.keys()), w.items(v.values())]
        if tag == DEFAULT:
            node.append(v.default_factory.__name__ if v.default_factory else None)  # type: ignore[attr-defined]
        return node

    return write


def _set(tag: int) -> Callable[[Writer, Any], Tree]:
    def write(w: Writer, v: Any) -> Tree:
        if not all(map(plain_key, v)):
            return w.write_object(v)
        if tag == SET and (seen := w.once(v)) is not None:
            return seen
        return [tag, w.items(v)]

    return write


def _array(w: Writer, v: np.ndarray[Any, Any]) -> Tree:
    if not raw.array_crosses(v):
        return w.write_object(v)
    return w.once(v) or [ARRAY, *raw.write_array(v, w.buffers, w.kept)]


def _generator(w: Writer, v: torch.Generator) -> Tree:
    if v.device.type != "cpu":
        return w.write_object(v)
    return w.once(v) or [GENERATOR, *raw.write_tensor(v.get_state(), w.buffers, w.kept)]


def _range(w: Writer, v: range) -> Tree:
    return [RANGE, w.write(v.start), w.write(v.stop), w.write(v.step)]


def _size(w: Writer, v: torch.Size) -> Tree:
    return [SIZE, list(v)]


def _constant(tag: int) -> Callable[[Writer, Any], Tree]:
    return lambda w, v: [tag]


Writer.table = {
    int: _int,
    str: _str,
    bytes: lambda w, v: [BYTES, w.blob(v)],
    bytearray: lambda w, v: w.once(v) or [BYTEARRAY, w.blob(bytes(v))],
    complex: lambda w, v: [COMPLEX, v.real, v.imag],
    list: _list,
    tuple: lambda w, v: [TUPLE, w.items(v)],
    dict: _dict(DICT),
    OrderedDict: _dict(ORDERED),
    Counter: _dict(COUNTER),
    defaultdict: _dict(DEFAULT),
    set: _set(SET),
    frozenset: _set(FROZENSET),
    slice: lambda w, v: [SLICE, *w.items((v.start, v.stop, v.step))],
    range: _range,
    type(...): _constant(ELLIPSIS),
    type(NotImplemented): _constant(NOT_IMPLEMENTED),
    torch.dtype: lambda w, v: [DTYPE, str(v).removeprefix("torch.")],
    torch.device: lambda w, v: [DEVICE, str(v)],
    torch.Size: _size,
    torch.layout: lambda w, v: [LAYOUT, str(v)],
    torch.memory_format: lambda w, v: [MEMORY_FORMAT, str(v)],
    torch.Generator: _generator,
    np.ndarray: _array,
    Fraction: lambda w, v: [FRACTION, w.write(v.numerator), w.write(v.denominator)],
    Decimal: lambda w, v: [DECIMAL, str(v)] if DECIMALS.match(str(v)) else w.write_object(v),
}
