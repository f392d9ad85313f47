"""Values as trees of plain msgpack: what crosses by value, and how.

None, bool, int of 64 bits, float and str stand for themselves; everything else is ``[tag, ...]``. What has an identity
that either side can see (list, dict, set, bytearray, array, generator) is written once a message and referred to by its
number after that, so that aliases and cycles survive. What is not a value is asked of the `References`: tensors become
twins, everything else a handle.

The reader trusts nothing: depth is bounded here, count and bytes by the frame's limits, and whatever it does not
expect is a `ProtocolViolation`.
"""

import array
import re
from collections import Counter, OrderedDict, defaultdict, namedtuple
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from grader.wire import raw
from grader.wire.violation import CannotCross, ProtocolViolation

Tree = Any  # None | bool | int | float | str | bytes | list of Tree

MAX_DEPTH = 96
MAX_INT_BYTES = 1 << 16
_PACK_FROM = 16  # lists of at least so many floats or ints are packed
(
    LIST, TUPLE, DICT, SET, FROZENSET, BYTES, TEXT, BIGINT, COMPLEX, SLICE, RANGE, ELLIPSIS, NOT_IMPLEMENTED, DTYPE,
    DEVICE, SIZE, GENERATOR, LAYOUT, MEMORY_FORMAT, TENSOR, ARRAY, SCALAR, NAMED, THEIRS, OURS, PACKED, SEEN, BYTEARRAY,
    ARRAY_DTYPE, ORDERED, COUNTER, DEFAULT, FRACTION, DECIMAL, GLOBAL,
) = range(35)  # fmt: skip

_LAYOUTS = {str(x): x for x in vars(torch).values() if isinstance(x, torch.layout)}
_FORMATS = {str(x): x for x in vars(torch).values() if isinstance(x, torch.memory_format)}
_PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes, torch.dtype, torch.device, type(...)})
_IMMEDIATE = frozenset({type(None), bool, float})
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}\Z")
_DECIMAL = re.compile(r"[-+]?[0-9.]{1,64}(E[-+]?[0-9]{1,6})?\Z|-?Infinity\Z|-?NaN\Z")


class References(Protocol):
    """How one side names what does not cross by value."""

    def write_tensor(self, tensor: Tensor, writer: "Writer") -> Tree: ...
    def write_object(self, value: object, writer: "Writer") -> Tree: ...
    def read_tensor(self, node: list[Tree], reader: "Reader") -> Tensor: ...
    def read_theirs(self, node: list[Tree], reader: "Reader") -> object: ...
    def read_ours(self, node: list[Tree], reader: "Reader") -> object: ...
    def read_global(self, node: list[Tree], reader: "Reader") -> object: ...


class Writer:
    """Writes the values of one message. ``buffers`` and ``kept`` belong to the frame being built."""

    def __init__(self, references: References) -> None:
        self.references = references
        self.buffers: raw.Buffers = []
        self.kept: list[object] = []  # keeps what is referred to alive until the frame is sent
        self.seen: dict[int, int] = {}
        self.noted: list[object] = []  # the objects with identity, in the order of their numbers
        self._depth = 0

    def start(self, seen: Sequence[object]) -> None:
        """Begin the body (again), with the objects that the other side has numbered already."""
        self.noted = list(seen)
        self.seen = {id(value): number for number, value in enumerate(seen)}
        self._depth = 0

    def sent(self) -> None:
        """Let go of what the frame held: without this, memory would wait for the collector of cycles."""
        del self.references, self.buffers, self.kept

    def write(self, value: Any) -> Tree:
        kind = type(value)
        if kind in _IMMEDIATE:
            return value
        writer = _WRITERS.get(kind)
        if writer is not None:
            return writer(self, value)
        return self._other(value, kind)

    def _other(self, value: Any, kind: type) -> Tree:
        if issubclass(kind, Tensor):
            return self.references.write_tensor(value, self)
        if issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__bases__ == (tuple,):
            return self._named(kind.__name__, list(kind._fields), value)
        if kind.__module__ == "torch.return_types" and issubclass(kind, tuple):
            return self._named("torch." + kind.__name__, [], value)
        if issubclass(kind, np.generic) and value.dtype.kind in "biufcMm":
            return [SCALAR, value.dtype.str, value.tobytes()]
        if issubclass(kind, np.dtype) and len(value.str) >= 3 and value.fields is None and value.kind in "biufcSUMm":
            return [ARRAY_DTYPE, value.str]
        return self.references.write_object(value, self)

    def _named(self, name: str, fields: list[str], value: Any) -> Tree:
        return [NAMED, name, fields, self.items(value)]

    def items(self, values: Any) -> list[Tree]:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise CannotCross(f"this is nested deeper than {MAX_DEPTH}, too deep to cross")
        write = self.write
        items = [write(value) for value in values]
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
    if len(v) >= _PACK_FROM:
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
            return w.references.write_object(v, w)
        if tag == DEFAULT and not (v.default_factory is None or v.default_factory in _FACTORIES):  # type: ignore[attr-defined]
            return w.references.write_object(v, w)
        if (seen := w.once(v)) is not None:
            return seen
        node = [tag, w.items(v.keys()), w.items(v.values())]
        if tag == DEFAULT:
            node.append(v.default_factory.__name__ if v.default_factory else None)  # type: ignore[attr-defined]
        return node

    return write


def plain_key(key: object) -> bool:
    """Whether a dict key or set member is hashed and compared without running anyone's code."""
    kind = type(key)
    if kind in _PLAIN:
        return True
    return kind in (tuple, frozenset) and all(map(plain_key, key))  # type: ignore[call-overload]


def _set(tag: int) -> Callable[[Writer, Any], Tree]:
    def write(w: Writer, v: Any) -> Tree:
        if not all(map(plain_key, v)):
            return w.references.write_object(v, w)
        if tag == SET and (seen := w.once(v)) is not None:
            return seen
        return [tag, w.items(v)]

    return write


def _array(w: Writer, v: np.ndarray[Any, Any]) -> Tree:
    if not raw.array_crosses(v):
        return w.references.write_object(v, w)
    return w.once(v) or [ARRAY, *raw.write_array(v, w.buffers, w.kept)]


def _generator(w: Writer, v: torch.Generator) -> Tree:
    if v.device.type != "cpu":
        return w.references.write_object(v, w)
    return w.once(v) or [GENERATOR, *raw.write_tensor(v.get_state(), w.buffers, w.kept)]


def _range(w: Writer, v: range) -> Tree:
    return [RANGE, w.write(v.start), w.write(v.stop), w.write(v.step)]


def _tensor(w: Writer, v: Tensor) -> Tree:
    return w.references.write_tensor(v, w)


def _size(w: Writer, v: torch.Size) -> Tree:
    return [SIZE, list(v)]


def _constant(tag: int) -> Callable[[Writer, Any], Tree]:
    return lambda w, v: [tag]


_FACTORIES: dict[Any, str] = {int: "int", float: "float", list: "list", dict: "dict", set: "set", str: "str"}
_BY_NAME = {name: factory for factory, name in _FACTORIES.items()}
_WRITERS: dict[type, Callable[[Writer, Any], Tree]] = {
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
    Tensor: _tensor,
    torch.nn.Parameter: _tensor,
    np.ndarray: _array,
    Fraction: lambda w, v: [FRACTION, w.write(v.numerator), w.write(v.denominator)],
    Decimal: lambda w, v: [DECIMAL, str(v)] if _DECIMAL.match(str(v)) else w.references.write_object(v, w),
}


class Reader:
    """Reads the values of one message. ``made`` lists the objects with identity in the order they were written."""

    def __init__(self, references: References, buffers: list[Tensor]) -> None:
        self.references = references
        self.buffers = buffers
        self.made: list[Any] = []
        self.kept: list[Tensor] = []  # new tensors, until the body refers to them
        self._depth = 0

    def read(self, node: Tree) -> Any:
        kind = type(node)
        if kind is list:
            tag = node[0]
            if type(tag) is not int or not 0 <= tag < len(_READERS):
                raise ProtocolViolation("an unknown tag")
            return _READERS[tag](self, node)
        if kind in _IMMEDIATE or kind is int or kind is str:
            return node
        raise ProtocolViolation("a value is not one")

    def items(self, nodes: Any) -> list[Any]:
        if type(nodes) is not list:
            raise ProtocolViolation("a list is not one")
        self._depth += 1
        if self._depth > MAX_DEPTH + 4:
            raise ProtocolViolation("nested too deep")
        read = self.read
        values = [read(node) for node in nodes]
        self._depth -= 1
        return values

    def blob(self, node: Any) -> bytes:
        if type(node) is bytes:
            return node
        if type(node) is not int or not 0 <= node < len(self.buffers):
            raise ProtocolViolation("bytes are not there")
        return self.buffers[node].numpy().tobytes()

    def keys(self, nodes: Any) -> list[Any]:
        keys = self.items(nodes)
        if not all(map(plain_key, keys)):
            raise ProtocolViolation("a key is not plain")
        return keys


def _exactly(node: list[Tree], count: int) -> None:
    if len(node) != count:
        raise ProtocolViolation("a value has too many or too few parts")


def _read_list(r: Reader, n: list[Tree]) -> Any:
    made: list[Any] = []
    r.made.append(made)
    made.extend(r.items(n[1]))
    return made


def _read_packed(r: Reader, n: list[Tree]) -> Any:
    if n[1] not in ("d", "q"):
        raise ProtocolViolation("a packed list is not one")
    made: list[Any] = array.array(n[1], r.blob(n[2])).tolist()
    r.made.append(made)
    return made


def _read_dict(factory: Callable[[list[Tree]], Any]) -> Callable[[Reader, list[Tree]], Any]:
    def read(r: Reader, n: list[Tree]) -> Any:
        made = factory(n)
        r.made.append(made)
        keys, values = r.keys(n[1]), r.items(n[2])
        if len(keys) != len(values):
            raise ProtocolViolation("a dict is not one")
        for key, value in zip(keys, values, strict=True):
            made[key] = value
        return made

    return read


def _read_set(r: Reader, n: list[Tree]) -> Any:
    made: set[Any] = set()
    r.made.append(made)
    made.update(r.keys(n[1]))
    return made


def _noted(make: Callable[[Reader, list[Tree]], Any]) -> Callable[[Reader, list[Tree]], Any]:
    def read(r: Reader, n: list[Tree]) -> Any:
        made = make(r, n)
        r.made.append(made)
        return made

    return read


def _read_generator(r: Reader, n: list[Tree]) -> torch.Generator:
    generator = torch.Generator()
    generator.set_state(raw.read_tensor(n[1:], r.buffers))
    return generator


def _read_scalar(r: Reader, n: list[Tree]) -> Any:
    dtype = raw.read_array_dtype(n[1])
    if dtype.kind not in "biufcMm" or type(n[2]) is not bytes or len(n[2]) != dtype.itemsize:
        raise ProtocolViolation("a number is not one")
    return np.frombuffer((n[2].replace(b"\x00", b"") and b"\x01") or b"\x00" if dtype.kind == "b" else n[2], dtype)[0]


def _read_named(r: Reader, n: list[Tree]) -> Any:
    name, fields, values = n[1], n[2], r.items(n[3])
    if type(name) is not str or type(fields) is not list:
        raise ProtocolViolation("a named tuple is not one")
    if name.startswith("torch."):
        kind = vars(torch.return_types).get(name.removeprefix("torch."))
        if not isinstance(kind, type) or not issubclass(kind, tuple) or len(values) != kind.n_fields:  # type: ignore[attr-defined]
            raise ProtocolViolation("a named tuple is not one")
        return kind(values)
    return named_tuple(name, tuple(fields))._make(values)


@lru_cache(maxsize=256)
def named_tuple(name: str, fields: tuple[str, ...]) -> Any:
    """A named tuple class of this side; names are checked first, since `namedtuple` builds source from them."""
    if len(fields) > 256 or not all(type(x) is str and _NAME.match(x) for x in (name.lstrip("_") or "T", *fields)):
        raise ProtocolViolation("a named tuple is not one")
    return namedtuple(name, fields)


def _read_range(r: Reader, n: list[Tree]) -> range:
    _exactly(n, 4)
    start, stop, step = r.items(n[1:])
    return range(start, stop, step)


def _read_slice(r: Reader, n: list[Tree]) -> slice:
    _exactly(n, 4)
    start, stop, step = r.items(n[1:])
    return slice(start, stop, step)


def _read_seen(r: Reader, n: list[Tree]) -> Any:
    if type(n[1]) is not int or not 0 <= n[1] < len(r.made):
        raise ProtocolViolation("refers to what was not written")
    return r.made[n[1]]


def _read_size(r: Reader, n: list[Tree]) -> torch.Size:
    if any(type(x) is not int for x in n[1]):
        raise ProtocolViolation("a size is not one")
    return torch.Size(n[1])


def _read_device(r: Reader, n: list[Tree]) -> torch.device:
    if type(n[1]) is not str or len(n[1]) > 32:
        raise ProtocolViolation("a device is not one")
    return torch.device(n[1])


def _read_complex(r: Reader, n: list[Tree]) -> complex:
    if type(n[1]) is not float or type(n[2]) is not float:
        raise ProtocolViolation("a complex number is not one")
    return complex(n[1], n[2])


def _read_fraction(r: Reader, n: list[Tree]) -> Fraction:
    top, bottom = r.items(n[1:])
    if type(top) is not int or type(bottom) is not int or bottom <= 0:
        raise ProtocolViolation("a fraction is not one")
    return Fraction(top, bottom)


def _read_decimal(r: Reader, n: list[Tree]) -> Decimal:
    if type(n[1]) is not str or not _DECIMAL.match(n[1]):
        raise ProtocolViolation("a decimal is not one")
    return Decimal(n[1])


def _unknown(r: Reader, n: list[Tree]) -> Any:
    raise ProtocolViolation("an unknown tag")


def _read_theirs(r: Reader, n: list[Tree]) -> Any:
    return r.references.read_theirs(n, r)


_READERS: list[Callable[[Reader, list[Tree]], Any]] = [_unknown] * 35
for _tag, _read in {
    LIST: _read_list,
    TUPLE: lambda r, n: tuple(r.items(n[1])),
    DICT: _read_dict(lambda n: {}),
    ORDERED: _read_dict(lambda n: OrderedDict()),
    COUNTER: _read_dict(lambda n: Counter()),
    DEFAULT: _read_dict(lambda n: defaultdict(_BY_NAME[n[3]] if n[3] is not None else None)),
    SET: _read_set,
    FROZENSET: lambda r, n: frozenset(r.keys(n[1])),
    BYTES: lambda r, n: r.blob(n[1]),
    BYTEARRAY: _noted(lambda r, n: bytearray(r.blob(n[1]))),
    TEXT: lambda r, n: r.blob(n[1]).decode("utf-8", "surrogatepass"),
    BIGINT: lambda r, n: int.from_bytes(r.blob(n[1]), "little", signed=True),
    COMPLEX: _read_complex,
    SLICE: _read_slice,
    RANGE: _read_range,
    ELLIPSIS: lambda r, n: ...,
    NOT_IMPLEMENTED: lambda r, n: NotImplemented,
    DTYPE: lambda r, n: raw.DTYPES[n[1]],
    DEVICE: _read_device,
    SIZE: _read_size,
    GENERATOR: _noted(_read_generator),
    LAYOUT: lambda r, n: _LAYOUTS[n[1]],
    MEMORY_FORMAT: lambda r, n: _FORMATS[n[1]],
    TENSOR: lambda r, n: r.references.read_tensor(n, r),
    ARRAY: _noted(lambda r, n: raw.read_array(n[1:], r.buffers)),
    ARRAY_DTYPE: lambda r, n: raw.read_array_dtype(n[1]),
    SCALAR: _read_scalar,
    NAMED: _read_named,
    THEIRS: _read_theirs,
    OURS: lambda r, n: r.references.read_ours(n, r),
    GLOBAL: lambda r, n: r.references.read_global(n, r),
    PACKED: _read_packed,
    SEEN: _read_seen,
    FRACTION: _read_fraction,
    DECIMAL: _read_decimal,
}.items():
    _READERS[_tag] = _read

VIOLATIONS = (
    IndexError, TypeError, ValueError, KeyError, OverflowError, RuntimeError, AttributeError, MemoryError,
    UnicodeError, ArithmeticError, RecursionError, NotImplementedError,
)  # fmt: skip
"""What a reader may stumble over in a tree that no honest side writes."""
