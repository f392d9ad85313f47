"""Reading trusts nothing: whatever the bytes, a value of the known kinds or a ProtocolViolation."""

import math
import sys
from typing import Any

import msgspec
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.wire import raw, values
from grader.wire.reader import VIOLATIONS
from grader.wire.values import MAX_DEPTH
from grader.wire.violation import CannotCross, ProtocolViolation
from tests.wire.pair import PlainReader, PlainWriter

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder().decode


def there_and_back(value: Any) -> Any:
    writer = PlainWriter()
    tree = decode(encode(writer.write(value)))
    buffers = [
        torch.frombuffer(bytearray(b), dtype=torch.uint8) if len(b) else torch.empty(0, dtype=torch.uint8)
        for b in writer.buffers
    ]
    return PlainReader(buffers).read(tree)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.complex_numbers(),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=30,
)


def same(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (float, complex)):
        return repr(a) == repr(b)
    return bool(a == b)


@given(plain)
def test_values_survive(value: Any) -> None:
    assert same(there_and_back(value), value)


@given(st.lists(st.integers(0, 5), max_size=4), st.sampled_from(sorted(raw.DTYPES)), st.randoms())
@settings(deadline=None)
def test_tensors_survive(shape: list[int], name: str, random: Any) -> None:
    if name == "complex32":
        return
    dtype = raw.DTYPES[name]
    count = math.prod(shape) * dtype.itemsize
    flat = torch.tensor([random.randrange(2) for _ in range(count)], dtype=torch.uint8).view(dtype).reshape(shape)
    order = list(range(len(shape)))
    random.shuffle(order)
    tensor = flat.permute(order)
    back = there_and_back(tensor)
    assert back.dtype is dtype
    assert back.shape == tensor.shape
    assert back.stride() == tensor.stride() or 0 in shape or 1 in shape
    assert (
        back.contiguous().view(-1).view(torch.uint8).tolist() == tensor.contiguous().view(-1).view(torch.uint8).tolist()
    )


def test_the_gaps_of_a_tensor_are_zeros_and_none_of_the_other_side_s_memory() -> None:
    tensor = torch.arange(1.0, 13.0).view(3, 4)[:, ::2]
    back = there_and_back(tensor)
    assert back.stride() == (4, 2)
    assert back.as_strided((11,), (1,)).tolist() == [1, 0, 3, 0, 5, 0, 7, 0, 9, 0, 11]


tags = st.integers(-1, 40)
trees: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=8)
    | st.binary(max_size=16) | st.sampled_from(["float32", "bool", "coo", "csr", "<f4", "|O", "|V8", "<U1", "cpu", "torch.max"]),
    lambda inner: st.tuples(tags, st.lists(inner, max_size=4)).map(lambda p: [p[0], *p[1]]) | st.lists(inner, max_size=5),
    max_leaves=25,
)  # fmt: skip


@given(trees)
@settings(max_examples=150, deadline=None)
def test_any_tree_is_a_value_or_a_violation(tree: Any) -> None:
    reader = PlainReader([torch.zeros(8, dtype=torch.uint8)])
    try:
        reader.read(tree)
    except (ProtocolViolation, *VIOLATIONS):
        pass


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_a_message_or_a_decoding_error(data: bytes) -> None:
    try:
        tree = decode(data)
    except (msgspec.DecodeError, RecursionError):
        return
    try:
        PlainReader([]).read(tree)
    except (ProtocolViolation, *VIOLATIONS):
        pass


HOSTILE: list[Any] = [
    [values.TENSOR, ["float32", [2], None, b"\0" * 4]],
    [values.TENSOR, ["float32", [-1], None, b""]],
    [values.TENSOR, ["float32", [1 << 62, 4], None, b""]],
    [values.TENSOR, ["float32", [1 << 20] * 4, None, b""]],
    [values.TENSOR, ["float32", [0] * 65, None, b""]],
    [values.TENSOR, ["float32", [1.0], None, b"\0" * 4]],
    [values.TENSOR, ["float32", [True], None, b"\0" * 4]],
    [values.TENSOR, ["float32", [2], [1 << 50], b"\0" * 8]],
    [values.TENSOR, ["float32", [2], [-1], b"\0" * 8]],
    [values.TENSOR, ["float32", [2, 2], [1, 1], b"\0" * 16]],
    [values.TENSOR, ["qint8", [1], None, b"\0"]],
    [values.TENSOR, ["float32", [1], None, 7]],
    [values.TENSOR, ["coo", [2], [["int64", [1, 1], None, b"\5" + b"\0" * 7], ["float32", [1], None, b"\0" * 4]], False]],
    [values.ARRAY, "|O8", [1], False, b"\0" * 8],
    [values.ARRAY, "|V8", [1], False, b"\0" * 8],
    [values.ARRAY, "<f4,<f4", [1], False, b"\0" * 8],
    [values.ARRAY, "<U1", [1], False, b"\xff" * 4],
    [values.ARRAY, "<f8", [1], False, b""],
    [values.SEEN, 0],
    [values.SEEN, -1],
    [values.DICT, [[values.LIST, []]], [1]],
    [values.DICT, [1, 2], [1]],
    [values.SET, [[values.LIST, []]]],
    [values.NAMED, "x\ny", [], []],
    [values.NAMED, "torch.Tensor", [], []],
    [values.NAMED, "a", ["import os"], [1]],
    [values.PACKED, "u", b"\0" * 8],
    [values.PACKED, "d", b"\0" * 7],
    [values.RANGE, 1, "a", 2],
    [values.SCALAR, "<f4", b""],
    [values.DTYPE, "Tensor"],
    [values.DEVICE, "x" * 100],
    [values.DEFAULT, [], [], "eval"],
    [values.DECIMAL, "1e999999999"],
    [values.GENERATOR, "uint8", [16], None, b"\0" * 16],
    [values.COMPLEX, "1", 2.0],
    [values.FRACTION, 1, 0],
    {}, {"a": 1}, b"raw", [], ["x"], [True], [999], [-1],
]  # fmt: skip


@pytest.mark.parametrize("tree", HOSTILE, ids=lambda tree: repr(tree)[:60])
def test_hostile_trees_are_refused(tree: Any) -> None:
    with pytest.raises((ProtocolViolation, *VIOLATIONS)):
        PlainReader([]).read(tree)


def test_extension_types_are_refused() -> None:
    data = encode(msgspec.msgpack.Ext(1, b"x"))
    with pytest.raises(ProtocolViolation):
        PlainReader([]).read(decode(data))


def test_depth_is_bounded_on_both_sides() -> None:
    value: list[Any] = []
    for _ in range(MAX_DEPTH + 2):
        value = [value]
    with pytest.raises(CannotCross):
        PlainWriter().write(value)
    tree: Any = [values.LIST, []]
    for _ in range(MAX_DEPTH + 10):
        tree = [values.LIST, [tree]]
    with pytest.raises(ProtocolViolation):
        PlainReader([]).read(tree)
    deep = b"\x91" * 100_000 + b"\xc0"
    with pytest.raises((RecursionError, msgspec.DecodeError)):
        decode(deep)


def test_bytes_of_bools_are_made_bools() -> None:
    reader = PlainReader([])
    tensor = reader.read([values.TENSOR, ["bool", [3], None, b"\x00\x02\xff"]])
    assert tensor.view(torch.uint8).tolist() == [0, 1, 1]
    array = reader.read([values.ARRAY, "|b1", [3], False, b"\x00\x02\xff"])
    assert array.view(np.uint8).tolist() == [0, 1, 1]
    scalar = reader.read([values.SCALAR, "|b1", b"\x02"])
    assert bytes(memoryview(scalar)) == b"\x01"


def test_a_length_that_lies_costs_no_memory() -> None:
    reader = PlainReader([])
    with pytest.raises((ProtocolViolation, *VIOLATIONS)):
        reader.read([values.TENSOR, ["float64", [1 << 39], None, b""]])
    with pytest.raises((ProtocolViolation, *VIOLATIONS)):
        reader.read([values.TENSOR, ["float64", [2, 1], [1 << 38, 1], b"\0" * 16]])
    assert sys.getsizeof(reader.read([values.RANGE, 0, 1 << 62, 1])) < 100
