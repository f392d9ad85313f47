"""Every kind of value goes there and back as it is, and containers are changed where they were passed in."""

import math
from collections import Counter, OrderedDict, defaultdict, namedtuple
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from grader.wire.raw import DTYPES

Pair = namedtuple("Pair", "left right")

VALUES: list[Any] = [
    None, True, False, 0, -1, 2**63 - 1, -(2**63), 2**64, -(2**200), 0.0, -0.0, 1.5, math.inf, 1j, complex(-0.0, 2),
    "", "a", "ünïcödé", "\ud800", "x" * 10_000, b"", b"\x00\xff", b"y" * 10_000, bytearray(b"ab"),
    [], [1, 2], [1.0] * 40, list(range(100)), [True] * 20, [2**70] * 20, (), (1, "a"), ((),), {}, {"a": [1]}, {1: 2, (1, 2): 3},
    set(), {1, 2}, frozenset({1}), slice(1, None, 2), range(2, 10, 3), ..., NotImplemented,
    torch.float32, torch.bfloat16, torch.device("cpu"), torch.device("cuda:1"), torch.Size([2, 3]), torch.strided,
    torch.sparse_coo, torch.channels_last, np.dtype("int16"), np.float32(1.5), np.int64(-3), np.bool_(True),
    np.complex128(1j), np.datetime64("2020-01-01"), OrderedDict(b=1, a=2), Counter("aab"), defaultdict(list, a=[1]),
    Fraction(1, 3), Decimal("1.50"), Pair(1, [2]),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda v: f"{type(v).__name__}-{str(v)[:12]!a}")
def test_values(remote: Any, value: Any) -> None:
    back = remote.identity(value)
    if isinstance(value, Pair):
        assert back == value
        assert back._fields == value._fields
        return
    assert type(back) is type(value)
    assert back == value
    assert repr(back) == repr(value)


def test_nan(remote: Any) -> None:
    assert math.isnan(remote.identity(math.nan))


@pytest.mark.filterwarnings("ignore:ComplexHalf")
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=str)
def test_tensors_of_all_dtypes(remote: Any, dtype: torch.dtype) -> None:
    raw = torch.arange(16 * dtype.itemsize, dtype=torch.uint8) % (2 if dtype is torch.bool else 64)
    for tensor in (raw.view(dtype), raw.view(dtype)[0], raw.view(dtype)[:0]):
        assert remote.identity([tensor])[0] is tensor
        result = remote.apply(torch.clone, tensor)
        assert result.dtype is dtype
        assert result.shape == tensor.shape
        assert torch.equal(result.reshape(-1).view(torch.uint8), tensor.reshape(-1).view(torch.uint8))


LAYOUTS = {
    "transposed": lambda: torch.arange(6.0).reshape(2, 3).t(),
    "steps": lambda: torch.arange(10.0)[::3],
    "columns": lambda: torch.arange(12.0).reshape(3, 4)[:, 1:3],
    "expanded": lambda: torch.arange(3.0).expand(4, 3),
    "channels last": lambda: torch.arange(24.0).reshape(1, 2, 3, 4).to(memory_format=torch.channels_last),
    "zero sizes": lambda: torch.zeros(0, 3, 0),
    "conjugate": lambda: torch.tensor([1 + 2j]).conj(),
    "scalar": lambda: torch.tensor(3),
    "large": lambda: torch.arange(10_000.0),
    "large transposed": lambda: torch.arange(10_000.0).reshape(100, 100).t(),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(remote: Any, name: str) -> None:
    tensor = LAYOUTS[name]()
    assert remote.identity(tensor) is tensor
    shape, contiguous = remote.apply(lambda t: None, tensor), None
    assert shape is contiguous is None
    seen = remote._remote_connection.ask("getattr", tensor, "shape")
    assert seen == tensor.shape
    copied = remote.apply(torch.clone, tensor)
    assert torch.equal(copied, tensor)
    if name != "expanded":
        assert copied.stride() == tensor.clone().stride()
        stride = remote._remote_connection.ask("getattr", tensor, "stride")()
        assert stride == tensor.stride()


@pytest.mark.filterwarnings("ignore:Sparse CS")
@pytest.mark.parametrize("layout", ["coo", "coalesced", "csr", "csc"])
def test_sparse_tensors(remote: Any, layout: str) -> None:
    dense = torch.tensor([[0.0, 1.0], [2.0, 0.0]])
    makers: dict[str, Any] = {
        "coo": dense.to_sparse, "coalesced": lambda: dense.to_sparse().coalesce(),
        "csr": dense.to_sparse_csr, "csc": dense.to_sparse_csc,
    }  # fmt: skip
    sparse = makers[layout]()
    back = remote.apply(torch.clone, sparse)
    assert back.layout == sparse.layout
    assert torch.equal(back.to_dense(), dense)


ARRAYS = [
    np.arange(6).reshape(2, 3), np.asfortranarray(np.arange(6.0).reshape(2, 3)), np.array(3), np.zeros((0, 2)),
    np.array(["a", "bcd"]), np.array([b"x"]), np.array([True, False]), np.array([1j], dtype=np.complex64),
    np.array(["2020-01-01"], dtype="datetime64[D]"), np.arange(5, dtype=">i2"), np.arange(10)[::-2],
]  # fmt: skip


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: f"{a.dtype.str}-{a.shape}")
def test_arrays(remote: Any, array: np.ndarray[Any, Any]) -> None:
    back = remote.apply(np.copy, array) if array.dtype.kind != "x" else None
    assert isinstance(back, np.ndarray)
    assert back.dtype == array.dtype
    np.testing.assert_array_equal(back, array)
    assert remote.identity(array) is array


def test_aliases_and_cycles(side: Any) -> None:
    inner = [1]
    back = side.apply(lambda x: x, [inner, inner])
    assert back[0] is back[1]
    items: list[Any] = [1]
    side.append_self(items)
    assert items[1] is items


def test_the_same_object_comes_back(side: Any) -> None:
    for value in ([1], {"a": 1}, {1}, np.arange(3), torch.arange(3), torch.Generator()):
        assert side.identity(value) is value


def test_named_results(side: Any) -> None:
    top = side.top(torch.tensor([1.0, 3.0, 2.0]))
    assert type(top) is torch.return_types.max
    assert top.values == 3
    assert top.indices == 1
    assert side.point(1, 2).x == 1
    assert side.point(1, 2) == (1, 2)


def test_containers_are_changed_in_place(side: Any) -> None:
    items, mapping, members, data = [1, 2], {"old": 1, "kept": 2}, {1}, bytearray(b"abc")
    assert side.grow(items, mapping, members, data) is items
    assert items == [[7], 2, 3]
    assert mapping == {"kept": 2, "new": items}
    assert mapping["new"] is items
    assert members == {1, 9}
    assert data == b"\xffbc"
    numbers = [3, 1, 2]
    side.sort_(numbers)
    assert numbers == [1, 2, 3]
    nested = {"a": ([0],)}
    side.change_nested(nested)
    assert nested == {"a": ([0, 1],)}
    array = np.zeros((2, 2), order="F")
    side.fill(array)
    assert (array == 7).all()


def test_generators_are_advanced(side: Any) -> None:
    generator = torch.Generator().manual_seed(3)
    first, second = side.draw(generator), side.draw(generator)
    again = torch.Generator().manual_seed(3)
    assert torch.equal(first, torch.rand(3, generator=again))
    assert torch.equal(second, torch.rand(3, generator=again))


def test_global_random_state_stays_here(remote: Any) -> None:
    before = torch.get_rng_state()
    remote.apply(torch.rand, 3)
    assert torch.equal(torch.get_rng_state(), before)


def test_what_is_too_deep_is_an_error_of_the_call(remote: Any) -> None:
    deep: list[Any] = []
    for _ in range(200):
        deep = [deep]
    with pytest.raises(TypeError, match="deep"):
        remote.identity(deep)
    assert remote.identity(1) == 1


def test_retained_arguments_follow_the_check(side: Any) -> None:
    """What the student's object holds on to is the check's own tensor."""
    x = torch.zeros(2)
    stack = side.Stack([x])
    x.add_(5)
    assert stack[0] is x
    assert side.apply(torch.clone, stack[0]).tolist() == [5.0, 5.0]
    x.numpy()[0] = 9
    assert side.apply(torch.clone, stack[0]).tolist() == [9.0, 5.0]
