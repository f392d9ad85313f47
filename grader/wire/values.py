"""Values as trees of plain msgpack: what crosses by value, and how.

None, bool, int of 64 bits, float and str stand for themselves; everything else is ``[tag, ...]``. What has an identity
that either side can see (list, dict, set, bytearray, array, generator) is written once a message and referred to by its
number after that, so that aliases and cycles survive. What is not a value is asked of the `Writer` and `Reader` of a
message: tensors become loans or twins, everything else a handle.
"""

import re
from typing import Any

import torch

Tree = Any  # None | bool | int | float | str | bytes | list of Tree

MAX_DEPTH = 96
MAX_INT_BYTES = 1 << 16
PACK_FROM = 16  # lists of at least so many floats or ints are packed
(
    LIST, TUPLE, DICT, SET, FROZENSET, BYTES, TEXT, BIGINT, COMPLEX, SLICE, RANGE, ELLIPSIS, NOT_IMPLEMENTED, DTYPE,
    DEVICE, SIZE, GENERATOR, LAYOUT, MEMORY_FORMAT, TENSOR, ARRAY, SCALAR, NAMED, THEIRS, OURS, PACKED, SEEN, BYTEARRAY,
    ARRAY_DTYPE, ORDERED, COUNTER, DEFAULT, FRACTION, DECIMAL, GLOBAL, NEW,
) = range(36)  # fmt: skip
TAGS = 36

FACTORIES: dict[Any, str] = {int: "int", float: "float", list: "list", dict: "dict", set: "set", str: "str"}
IMMEDIATE = frozenset({type(None), bool, float})
DECIMALS = re.compile(r"[-+]?[0-9.]{1,64}(E[-+]?[0-9]{1,6})?\Z|-?Infinity\Z|-?NaN\Z")
_PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes, torch.dtype, torch.device, type(...)})


def plain_key(key: object) -> bool:
    """Whether a dict key or set member is hashed and compared without running anyone's code."""
    kind = type(key)
    if kind in _PLAIN:
        return True
    return kind in (tuple, frozenset) and all(map(plain_key, key))  # type: ignore[call-overload]
