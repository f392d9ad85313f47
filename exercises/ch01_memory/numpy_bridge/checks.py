"""Hidden checks for numpy_bridge."""

import numpy as np
import pytest
import torch
from fixtures import flags_after, on_array, on_conjugated, on_meta, on_pair
from numpy_bridge import as_shared, normalize_feature_map, shares_memory, to_numpy_isolated

from grader.checks import (
    assert_close,
    assert_copies,
    assert_matches,
    assert_raises_clearly,
    assert_shares_memory,
    assert_unchanged,
    make_inputs,
)

LAYOUTS = ["contiguous", "transposed", "sliced"]
# Layouts that fixtures.py makes of a matrix, and the values that they then have.
SHAREABLE = {
    "whole": lambda a: a,
    "transposed": lambda a: a.T,
    "every second column": lambda a: a[:, ::2],
    "inner part": lambda a: a[1:, 1:-1],
    "one number everywhere": lambda a: np.broadcast_to(a[0, 0], a.shape),
}
NOT_SHAREABLE = {
    "rows reversed": lambda a: a[::-1],
    "columns reversed": lambda a: a[:, ::-1],
    "columns of bytes reversed": lambda a: a.astype(np.int8)[:, ::-1],
    "read-only": lambda a: a,
    "repeated row": lambda a: np.broadcast_to(a[0], a.shape),
    "foreign byte order": lambda a: a,
}


def drawn_matrix(rng):
    rows, columns = (int(torch.randint(2, 6, (), generator=rng)) for _ in range(2))
    return torch.randn(rows, columns + 2, generator=rng, dtype=torch.float64).numpy()


def plain(t):
    """What to_numpy_isolated should give."""
    return (t.detach().float() if t.dtype is torch.bfloat16 else t.detach()).numpy().copy()


def normalized(t):
    x = t.detach().double().numpy()
    scaled = (x - x.mean()) / x.std() if x.min() < x.max() else np.zeros(x.shape)
    return np.asarray(np.clip(0.5 + 0.25 * scaled, 0, 1), dtype=np.float32)


def shared_array(values, layout):
    return on_array(as_shared, values, layout)[0]


def conjugated(z):
    return on_conjugated(to_numpy_isolated, z)[0]


def imaginary_part(z):
    return on_conjugated(to_numpy_isolated, z)[1]


# What messages call them.
shared_array.__name__ = "as_shared"
conjugated.__name__ = imaginary_part.__name__ = "to_numpy_isolated"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_as_shared():
    """The example of the statement: a write into the tensor reaches the array"""
    a = np.array([1.0, 2.0])
    assert_close(as_shared(a), torch.tensor([1.0, 2.0], dtype=torch.float64))
    assert_shares_memory(as_shared, a)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_to_numpy():
    """The example of the statement: bfloat16 becomes float32"""
    t = torch.tensor([1.5, 2.0], dtype=torch.bfloat16)
    assert_close(to_numpy_isolated(t), np.array([1.5, 2.0], dtype=np.float32))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_shares_memory():
    """The example of the statement: even and odd columns have no byte in common"""
    assert on_pair(shares_memory, "the same memory") is True, "`shares_memory` should be True for `from_numpy(m)` and m"
    assert on_pair(shares_memory, "even and odd columns") is False, (
        "`shares_memory` should be False for the even and the odd columns of one matrix"
    )


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_normalize():
    """The example of the statement: -1 and 1 become 0.25 and 0.75"""
    assert_close(normalize_feature_map(torch.tensor([-1.0, 1.0])), np.array([0.25, 0.75], dtype=np.float32))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_as_shared")
def test_as_shared_dtypes():
    """Every number type is kept and shared, in any shape"""
    for name in ["float16", "float32", "float64", "int8", "int64", "uint8", "bool", "complex64"]:
        for shape in [(), (1,), (2, 3)]:
            a = np.ones(shape, dtype=name)
            assert_close(as_shared(a), torch.from_numpy(a))
            assert_shares_memory(as_shared, a)
    assert_close(as_shared(np.ones((0, 3))), torch.ones(0, 3, dtype=torch.float64))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_as_shared")
def test_as_shared_layouts(rng):
    """Transposed and sliced arrays are shared too"""
    for layout, view in SHAREABLE.items():
        values = drawn_matrix(rng)
        expected = torch.tensor(view(values).copy())
        assert_close(shared_array(values, layout), expected, message=f"The array's layout: {layout}.")
        _, reached = on_array(as_shared, values, layout)
        assert reached, f"`as_shared` copies an array that torch could share. Its layout: {layout}."


@pytest.mark.points(2)
@pytest.mark.depends("test_example_as_shared")
def test_as_shared_copies_where_it_must(rng):
    """Negative strides, read-only arrays and foreign byte order give a copy"""
    for layout, view in NOT_SHAREABLE.items():
        values = drawn_matrix(rng)
        expected = torch.tensor(view(values).copy())
        assert_close(shared_array(values, layout), expected, message=f"The array's layout: {layout}.")
        _, reached = on_array(as_shared, values, layout)
        assert not reached, f"a write into the result of `as_shared` reaches an array that must be copied: {layout}"


@pytest.mark.points(1)
@pytest.mark.depends("test_example_as_shared")
def test_as_shared_refuses():
    """An array without numbers is a TypeError"""
    for a in [np.array(["a", "b"]), np.array(["2026-01-01"], dtype="datetime64[D]")]:
        assert_raises_clearly(TypeError, as_shared, a)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_to_numpy")
def test_to_numpy_values(rng):
    """Any shape, layout and dtype, with a graph or without"""
    for dtype in [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.bool]:
        assert_matches(to_numpy_isolated, plain, make_inputs(rng, "n d", cases=4, layouts=LAYOUTS, dtype=dtype))
    for t in [torch.tensor(2.5), torch.ones(0, 3), torch.rand(3, generator=rng, requires_grad=True)]:
        assert_matches(to_numpy_isolated, plain, [(t,), (t * 2,)])


@pytest.mark.points(1)
@pytest.mark.depends("test_to_numpy_values")
def test_to_numpy_conjugated(rng):
    """Tensors with the conjugate or the negative bit set"""
    z = torch.randn(3, 2, generator=rng, dtype=torch.complex64)
    assert_close(conjugated(z), z.numpy().conj(), message="The tensor is `z.conj()`.")
    assert_close(imaginary_part(z), z.numpy().conj().imag.copy(), message="The tensor is `z.conj().imag`.")


@pytest.mark.points(1)
@pytest.mark.depends("test_to_numpy_values")
def test_to_numpy_is_isolated(rng):
    """The array has memory of its own"""
    for shape in [(3,), (2, 4)]:
        assert_copies(to_numpy_isolated, torch.rand(shape, generator=rng))
    assert_copies(to_numpy_isolated, torch.rand(2, 3, generator=rng).T)
    assert_copies(to_numpy_isolated, torch.rand(3, generator=rng, requires_grad=True))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_to_numpy")
def test_to_numpy_refuses_meta():
    """A tensor on the meta device is a TypeError"""
    assert_raises_clearly(TypeError, on_meta, to_numpy_isolated)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_shares_memory")
@pytest.mark.parametrize(
    "pair",
    [
        "slices that overlap",
        "a column and a row that cross",
        "a view in reverse",
        "bfloat16 in the array's memory",
        "a parameter's values",
    ],
    ids=["overlap", "crossing", "reverse", "bfloat16", "parameter"],
)
def test_shared(pair):
    """Two that have a byte in common"""
    answer = on_pair(shares_memory, pair)
    assert answer is True, f"`shares_memory` should be True, and is {answer}. The tensor and the array: {pair}."


@pytest.mark.points(1)
@pytest.mark.depends("test_example_shares_memory")
def test_not_shared():
    """Two that have no byte in common"""
    for pair in ["equal values", "slices that only touch", "a parameter and another array", "an empty slice"]:
        answer = on_pair(shares_memory, pair)
        assert answer is False, f"`shares_memory` should be False, and is {answer}. The tensor and the array: {pair}."


@pytest.mark.points(1)
@pytest.mark.depends("test_example_normalize")
def test_normalize_values(rng):
    """Right for any shape, scale and floating dtype, and with a graph"""
    # The reference stays within 5e-7 of float64.
    for spec, dtype in [("n d", torch.float32), ("2 h w", torch.float64), ("n", torch.bfloat16), ("n", torch.float16)]:
        cases = make_inputs(rng, spec, cases=6, layouts=LAYOUTS, dtype=dtype, sizes={"n": [2, 3, 40], "w": [2, 5]})
        assert_matches(normalize_feature_map, normalized, [(x * 8 + 1,) for (x,) in cases], atol=1e-5)
    x = torch.rand(5, generator=rng, requires_grad=True)
    assert_matches(normalize_feature_map, normalized, [(x,)], atol=1e-5)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_normalize")
def test_normalize_constant():
    """Equal values become 0.5"""
    # Seven times 0.1 in float32 has another number for its mean, and so a std above 0.
    for t in [torch.full((4, 4), 0.5), torch.zeros(3), torch.tensor(2.0), torch.full((7,), 0.1)]:
        assert_matches(normalize_feature_map, normalized, [(t,)])


@pytest.mark.points(2)
@pytest.mark.depends("test_example_normalize")
def test_normalize_leaves_the_tensor(rng):
    """The tensor keeps its values, its graph and its requires_grad"""
    x = torch.randn(3, 4, generator=rng)
    assert_unchanged(normalize_feature_map, x)
    assert_unchanged(normalize_feature_map, x.T)
    trains, has_graph, version = flags_after(normalize_feature_map, x)
    assert trains, "after `normalize_feature_map(t)`, t does not require grad any more"
    assert has_graph, "after `normalize_feature_map(t)`, t is cut off from its graph"
    assert version == 0, "`normalize_feature_map` writes into t: its version counter has moved"
