"""Hidden checks for assert_close_clone."""

import re

import pytest
import torch
from assert_close_clone import tensors_match
from fixtures import left_alone, outcome

from grader.checks import side_by_side

INF, NAN = float("inf"), float("nan")
# A relative step that is well inside the default tolerance of a dtype, and one that is well outside.
STEPS = {
    torch.float16: (0.0, 0.01),
    torch.bfloat16: (0.008, 0.05),
    torch.float32: (5e-7, 1e-4),
    torch.float64: (2e-8, 1e-6),
    torch.complex64: (5e-7, 1e-4),
    torch.complex128: (2e-8, 1e-6),
}
# dtype: (b, a step from b just inside the default tolerance, one just outside, atol). Exact in the dtype.
BORDERS = {
    torch.float16: (1024.0, 1.0, 2.0, 1e-5),
    torch.bfloat16: (128.0, 2.0, 3.0, 1e-5),
    torch.float32: (2.0**20, 1.25, 1.5, 1e-5),
    torch.float64: (1e8, 9.0, 11.0, 1e-7),
    torch.complex64: (2.0**20, 1.25, 1.5, 1e-5),
    torch.complex128: (1e8, 9.0, 11.0, 1e-7),
}


def described(x):
    """What fixtures.made takes, from a tensor, a list or such a description."""
    return x if isinstance(x, dict) else {"values": torch.as_tensor(x)}


def said(x, other):
    """The tensor as a message shows it, with the digits that tell it from the other."""
    values = x["values"]
    parts = [shown(values, other["values"]), f"dtype {values.dtype}", f"shape {tuple(values.shape)}"]
    named = {name: shown(value, other.get(name)) for name, value in x.items() if name != "values"}
    return ", ".join([*parts, *(f"{name} = {text}" for name, text in named.items())])


def shown(value, other):
    return side_by_side(value, other)[0] if isinstance(value, torch.Tensor) else value


def ask(a, b, expected, **options):
    """Compare, and say what should have come out."""
    a, b = described(a), described(b)
    kind, message = outcome(tensors_match, a, b, options)
    wanted = {"passes": "pass", "AssertionError": "raise AssertionError", "ValueError": "raise ValueError"}
    shown = f" with {', '.join(f'{k}={v}' for k, v in options.items())}" if options else ""
    assert kind == expected, (
        f"`tensors_match` should {wanted[expected]} for a = ({said(a, b)}) and b = ({said(b, a)}){shown}; "
        f"it {'passes' if kind == 'passes' else f'raises {kind}: {message}'}"
    )
    return message


def accepts(a, b, **options):
    ask(a, b, "passes", **options)


def rejects(a, b, **options):
    return ask(a, b, "AssertionError", **options)


def expect_in(text, message, what):
    assert re.search(rf"(?<!\d){re.escape(text)}(?!\d)", message), (
        f"the message should contain {what}, {text}: {message!r}"
    )


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The examples of the statement"""
    accepts([1.0, 2.0], [1.0, 2.0 + 1e-6])
    expect_in("(1,)", rejects([1.0, 2.0], [1.0, 2.5]), "the index of the worst element")
    message = rejects(torch.ones(3), torch.ones(1, 3))
    expect_in("(3,)", message, "the shape of a")
    expect_in("(1, 3)", message, "the shape of b")


@pytest.mark.points(2)
def test_default_tolerances(rng):
    """The default tolerances are those of the dtype"""
    for dtype, (inside, outside) in STEPS.items():
        b = (torch.rand(2, 3, generator=rng, dtype=torch.float64) + 1).to(dtype)
        accepts(b.clone(), b)
        for sign in (1, -1):
            accepts(b * (1 + sign * inside), b)
            rejects(b * (1 + sign * outside), b)
    for dtype, (value, inside, outside, atol) in BORDERS.items():
        zero, b = torch.zeros(1, dtype=dtype), torch.tensor([value], dtype=dtype)
        for direction in (1, 1j) if dtype.is_complex else (1,):
            accepts(b + inside * direction, b)
            rejects(b + outside * direction, b)
            accepts(zero + 0.9 * atol * direction, zero)
            rejects(zero + 1.5 * atol * direction, zero)


@pytest.mark.points(1)
def test_given_tolerances():
    """rtol is relative to b; both tolerances are given, or none"""
    accepts([0.5], [1.0], rtol=0.5, atol=0.0)
    rejects([1.0], [0.5], rtol=0.5, atol=0.0)
    accepts([-1.0], [-1.5], rtol=0.4, atol=0.0)
    accepts([1.25], [1.0], rtol=0.0, atol=0.25)
    rejects([1.25], [1.0], rtol=0.0, atol=0.125)
    rejects([1.0 + 1e-6], [1.0], rtol=0.0, atol=0.0)
    ask([1.0], [1.0], "ValueError", rtol=0.5)
    ask([1.0], [1.0], "ValueError", atol=0.5)


@pytest.mark.points(2)
def test_shape():
    """Shapes must be equal, also where they would broadcast and where tensors are empty"""
    for a, b in (((3,), (1, 3)), ((8, 1), (8,)), ((), (1,)), ((2, 3), (3, 2)), ((0, 3), (0, 2)), ((0,), (1,))):
        message = rejects(torch.ones(a), torch.ones(b))
        for shape in (a, b):
            expect_in(str(shape), message, "both shapes")
    for shape in ((), (0,), (0, 3), (1, 1), (2, 1, 3)):
        accepts(torch.ones(shape), torch.ones(shape))


@pytest.mark.points(1)
def test_dtype_and_device():
    """dtype and device must be equal"""
    for a, b in ((torch.float32, torch.float64), (torch.int64, torch.float32), (torch.int32, torch.int64)):
        message = rejects(torch.ones(2, dtype=a), torch.ones(2, dtype=b))
        for dtype in (a, b):
            expect_in(str(dtype), message, "both dtypes")
    ones = torch.ones(2)
    rejects(ones, {"values": ones, "device": "meta"})


@pytest.mark.points(1)
def test_meta():
    """On the meta device everything but the values is compared"""
    ones, meta = torch.ones(2), {"values": torch.ones(2), "device": "meta"}
    accepts(meta, {"values": ones * 2, "device": "meta"})
    rejects(meta, {"values": torch.ones(3), "device": "meta"})
    rejects(meta, {"values": ones.double(), "device": "meta"})


@pytest.mark.points(2)
def test_nan_and_inf():
    """NaN matches nothing, or NaN if that is asked; infinity matches itself"""
    rejects([NAN, 1.0], [NAN, 1.0])
    accepts([NAN, 1.0], [NAN, 1.0], equal_nan=True)
    for a, b in (([NAN], [1.0]), ([1.0], [NAN])):
        rejects(a, b)
        rejects(a, b, equal_nan=True)
    accepts([INF, -INF], [INF, -INF])
    for a, b in (([INF], [-INF]), ([INF], [1.0]), ([1.0], [INF]), ([INF], [NAN])):
        rejects(a, b)
        rejects(a, b, rtol=0.5, atol=1.0)


@pytest.mark.points(1)
def test_integers():
    """Integers and booleans are compared exactly, without overflow"""
    accepts([1, 2], [1, 2])
    rejects([1, 2], [1, 3])
    accepts([True, False], [True, False])
    rejects([True, False], [True, True])
    rejects([2**53 + 1], [2**53])
    rejects(torch.tensor([10], dtype=torch.uint8), torch.tensor([200], dtype=torch.uint8), rtol=0.0, atol=70.0)
    accepts(torch.tensor([200], dtype=torch.uint8), torch.tensor([210], dtype=torch.uint8), rtol=0.0, atol=10.0)
    accepts([7], [10], rtol=0.3, atol=0.0)


@pytest.mark.points(1)
def test_stride(rng):
    """Strides are compared only when that is asked"""
    values = torch.rand(2, 3, generator=rng)
    rows, columns = {"values": values}, {"values": values, "transposed": True}
    accepts(rows, columns)
    rejects(rows, columns, check_stride=True)
    accepts(columns, columns, check_stride=True)


@pytest.mark.points(1)
def test_requires_grad(rng):
    """requires_grad is compared only when that is asked"""
    values = torch.rand(3, generator=rng)
    leaf, plain = {"values": values, "requires_grad": True}, {"values": values}
    for a, b in ((leaf, plain), (plain, leaf)):
        accepts(a, b)
        rejects(a, b, check_requires_grad=True)
    accepts(leaf, leaf, check_requires_grad=True)


@pytest.mark.points(2)
def test_grad(rng):
    """Gradients are compared only when that is asked, with the same tolerances"""
    values, grad = torch.rand(3, generator=rng), torch.rand(3, generator=rng) + 1

    def leaf(grad):
        return {"values": values, "requires_grad": True, "grad": grad}

    for a, b in ((grad, grad * 2), (None, grad), (grad, None)):
        accepts(leaf(a), leaf(b))
        rejects(leaf(a), leaf(b), check_grad=True)
    accepts(leaf(None), leaf(None), check_grad=True)
    accepts(leaf(grad), leaf(grad * (1 + 5e-7)), check_grad=True)
    accepts(leaf(grad * 1.1), leaf(grad), check_grad=True, rtol=0.2, atol=0.0)
    accepts(leaf(grad), leaf(grad * 2), check_grad=True, rtol=0.6, atol=0.0)  # relative to b's
    rejects(leaf(grad * 2), leaf(grad), check_grad=True, rtol=0.6, atol=0.0)
    nan = torch.full((3,), NAN)
    rejects(leaf(nan), leaf(nan), check_grad=True)
    accepts(leaf(nan), leaf(nan), check_grad=True, equal_nan=True)
    accepts({"values": values}, leaf(None), check_grad=True)


@pytest.mark.points(2)
@pytest.mark.depends("test_example")
def test_message(rng):
    """The message names the worst of the elements that differ, and how many they are"""
    where = "the index of the worst element"
    for shape in ((4,), (2, 3), (3, 1, 4)):
        b = torch.rand(shape, generator=rng) + 1
        count = b.numel() - 1
        worst = int(torch.randint(1, b.numel(), (), generator=rng))
        a = b.flatten().clone()
        a[1:] += 0.25
        a[worst] += 1.0
        message = rejects(a.reshape(shape), b)
        expect_in(str(tuple(int(i) for i in torch.unravel_index(torch.tensor(worst), shape))), message, where)
        expect_in(str(count), message, "the number of elements that differ")
    expect_in("()", rejects(1.0, 2.0), where)
    # The first differs most, and is near enough for a number of its size; the second is not.
    message = rejects([[1e6 + 0.5, 0.0], [0.25, 0.0]], [[1e6, 0.0], [0.0, 0.0]])
    expect_in("(1, 0)", message, where)
    expect_in("(0, 1)", rejects([[9.0, NAN], [8.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]), where)


@pytest.mark.points(2)
@pytest.mark.depends("test_example")
def test_agrees_with_torch(rng):
    """For random pairs the verdict is that of torch.testing.assert_close"""
    specials = [0.0, 1.0, -1.0, INF, -INF, NAN, 1e-6, 1e-3]
    for _ in range(40):
        dtype = list(STEPS)[int(torch.randint(4, (), generator=rng))]
        picks = torch.randint(len(specials), (2, 2), generator=rng).tolist()
        a = torch.tensor([specials[i] for i in picks[0]], dtype=dtype)
        b = torch.where(
            torch.rand(2, generator=rng) < 0.7, a, torch.tensor([specials[i] for i in picks[1]], dtype=dtype)
        )
        options = {"equal_nan": bool(torch.rand((), generator=rng) < 0.5)}
        if torch.rand((), generator=rng) < 0.5:
            options |= {"rtol": 0.25, "atol": 0.125}
        try:
            torch.testing.assert_close(a, b, **options)
        except AssertionError:
            rejects(a, b, **options)
        else:
            accepts(a, b, **options)


@pytest.mark.points(1)
def test_arguments_unchanged(rng):
    """Neither the tensors nor their gradients are changed"""
    a = torch.rand(2, 3, generator=rng)
    assert left_alone(tensors_match, a, a + 1), "after `tensors_match` a tensor or its gradient is another than before"
    assert left_alone(tensors_match, a, a.clone()), (
        "after `tensors_match` a tensor or its gradient is another than before"
    )
