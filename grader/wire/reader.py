"""Reading one message's values.

The reader trusts nothing: depth is bounded here, count and bytes by the frame's limits, and whatever it does not expect
is a `ProtocolViolation`.
"""

import array
import re
from collections import Counter, OrderedDict, defaultdict, namedtuple
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
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
    MEMORY_FORMAT,
    NAMED,
    NOT_IMPLEMENTED,
    ORDERED,
    PACKED,
    RANGE,
    SCALAR,
    SEEN,
    SET,
    SIZE,
    SLICE,
    TAGS,
    TEXT,
    TUPLE,
    Tree,
    plain_key,
)
from grader.wire.violation import ProtocolViolation

_LAYOUTS = {str(x): x for x in vars(torch).values() if isinstance(x, torch.layout)}
_FORMATS = {str(x): x for x in vars(torch).values() if isinstance(x, torch.memory_format)}
_BY_NAME = {name: factory for factory, name in FACTORIES.items()}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}\Z")


class Reader:
    """Reads the values of one message. ``made`` lists the objects with identity in the order they were written.

    ``table`` says by tag how; a subclass adds what is no value (`NEW`, `TENSOR`, `OURS`, `THEIRS`, `GLOBAL`).
    """

    table: ClassVar[list[Callable[[Any, list[Tree]], Any]]]
    _depth = 0

    def __init__(self, buffers: list[Tensor]) -> None:
        self.buffers = buffers
        self.made: list[Any] = []

    def read(self, node: Tree) -> Any:
        kind = type(node)
        if kind is list:
            tag = node[0]
            if type(tag) is not int or not 0 <= tag < TAGS:
                raise ProtocolViolation("an unknown tag")
            return self.table[tag](self, node)
        if kind in IMMEDIATE or kind is int or kind is str:
            return node
        raise ProtocolViolation("a value is not one")

    def items(self, nodes: Any) -> list[Any]:
        if type(nodes) is not list:
            raise ProtocolViolation("a list is not one")
        self._depth += 1
        if self._depth > MAX_DEPTH + 4:
            raise ProtocolViolation("nested too deep")
        values = list(map(self.read, nodes))
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
    if type(n[1]) is not str or not DECIMALS.match(n[1]):
        raise ProtocolViolation("a decimal is not one")
    return Decimal(n[1])


def _unknown(r: Reader, n: list[Tree]) -> Any:
    raise ProtocolViolation("an unknown tag")


Reader.table = [_unknown] * TAGS
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
    ARRAY: _noted(lambda r, n: raw.read_array(n[1:], r.buffers)),
    ARRAY_DTYPE: lambda r, n: raw.read_array_dtype(n[1]),
    SCALAR: _read_scalar,
    NAMED: _read_named,
    PACKED: _read_packed,
    SEEN: _read_seen,
    FRACTION: _read_fraction,
    DECIMAL: _read_decimal,
}.items():
    Reader.table[_tag] = _read

VIOLATIONS = (
    IndexError, TypeError, ValueError, KeyError, OverflowError, RuntimeError, AttributeError, MemoryError,
    UnicodeError, ArithmeticError, RecursionError, NotImplementedError,
)  # fmt: skip
"""What a reader may stumble over in a tree that no honest side writes."""
