"""Hidden checks for device_agnostic."""

import pytest
import torch
from device_agnostic import causal_bias, make_mask, same_device, to_device
from fixtures import move, types_of

from grader.checks import assert_close, assert_matches, assert_raises_clearly, assert_shapes, assert_vectorised, show

INTEGERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
KINDS = ["tensor", "list", "tuple", "named tuple", "text", "other objects", "empty", "nested"]


def expected_mask(lengths, size):
    rows = [[j < n for j in range(size)] for n in lengths.tolist()]
    return torch.tensor(rows, dtype=torch.bool).view(len(rows), size)


def expected_bias(scores):
    size = scores.shape[-1]
    rows = [[0.0 if j <= i else -torch.inf for j in range(size)] for i in range(size)]
    return torch.tensor(rows, dtype=scores.dtype).view(size, size)


def moved_types(batch, device):
    return move(to_device, batch, device)["types"]


def types_after(batch, device):
    return move(to_device, batch, device)["types of the batch afterwards"]


# How the batches of fixtures.py are written; x and y are tensors on the CPU.
BATCHES = {
    "tensor": "x",
    "dict": '{"x": x, "y": y, "name": "digits"}',
    "list": "[x, y, 3, 0.5]",
    "tuple": "(x, y, None)",
    "named tuple": "Sample(image=x, label=7)",
    "text": '{"words": ["one", "two"], "raw": b"bytes", "x": x}',
    "other objects": "[Settings(), range(3), x, True, {1, 2}]",
    "empty": '{"list": [], "tuple": (), "dict": {}, "x": torch.ones(0, 3)}',
    "nested": '{"a": [x, (y, {"b": Sample(x, 1)})], "c": ([[y]], x), 5: y}',
}
NAMES = ("dict", "list", "tuple", "Sample", "int", "float", "bool", "bytes", "range", "set", "Settings")


def kind_of(types):
    """What one of the values is, told by an outline of fixtures.py. Only names that are known are repeated."""
    if isinstance(types, list) and isinstance(types[0], torch.dtype):
        return f"a tensor on {types[2].type}"
    name = types[0] if isinstance(types, list) else types
    if str(name).startswith("NoneType"):
        return "None"
    if name in NAMES:
        return f"an object of type {name}"
    return "a string" if name in ("one", "two", "digits") else "something else"


def first_difference(types, expected, path="batch"):
    """Where two outlines differ first, and what is in the two places; None where they agree."""
    if types == expected:
        return None
    alike = isinstance(types, list) and isinstance(expected, list) and len(types) == len(expected)
    if not alike or types[0] != expected[0] or isinstance(expected[0], torch.dtype):
        return path, kind_of(types), kind_of(expected)
    for position, (item, right) in enumerate(zip(types[1:], expected[1:], strict=True)):
        key = position
        if expected[0] == "dict":
            (key, right), item = right, item[1] if isinstance(item, list) and len(item) == 2 else None
            key = key if key == "5" else f'"{key}"'
        found = first_difference(item, right, f"{path}[{key}]")
        if found:
            return found
    return path, "a dict with other keys", "a dict with the same keys"


def expect_types(kind, types, expected, what):
    found = first_difference(types, expected)
    if found:
        place, told, right = found
        with show(inputs={"batch": BATCHES[kind]}):
            assert told == right, f"`{place}` should be {right} {what}; yours is {told}"
            assert types == expected, f"`{place}`, {right}, has another shape, dtype or length {what}"


def on_meta(types):
    """The types of a batch with every tensor on meta."""
    if isinstance(types, list):
        return [on_meta(item) for item in types]
    return torch.device("meta") if isinstance(types, torch.device) else types


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_same_device():
    """The example of the statement: cuda is cuda:0, and is not the CPU"""
    assert_close(same_device("cuda", torch.device("cuda:0")), True)
    assert_close(same_device("cuda:0", "cpu"), False)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_to_device():
    """The example of the statement: a dict with a tensor and a string goes to meta"""
    moved = to_device({"x": torch.ones(2), "name": "a"}, "meta")
    assert_close(moved, {"x": torch.ones(2, device="meta"), "name": "a"})


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_mask():
    """The example of the statement: lengths 1 and 3"""
    expected = torch.tensor([[True, False, False], [True, True, True]])
    assert_close(make_mask(torch.tensor([1, 3]), 3), expected)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_causal_bias():
    """The example of the statement: a 2 by 2 bias"""
    assert_close(causal_bias(torch.zeros(2, 2)), torch.tensor([[0.0, -torch.inf], [0.0, 0.0]]))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_same_device")
def test_same_device():
    """Names and devices, with an index and without"""
    for a, b, expected in [
        ("cpu", "cpu", True),
        ("cpu", "cpu:0", True),
        ("meta", "meta:0", True),
        ("cuda:3", "cuda:3", True),
        ("cuda:0", "cuda:1", False),
        ("cuda", "cuda:1", False),
        ("cuda:1", "cuda", False),
        ("cuda:1", "xpu:1", False),
        ("cuda:1", "cuda:10", False),
        ("mps", "meta", False),
    ]:
        for first, second in [(a, b), (torch.device(a), b), (a, torch.device(b)), (torch.device(a), torch.device(b))]:
            message = f"The call is `same_device({first!r}, {second!r})`."
            assert_close(same_device(first, second), expected, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_same_device")
def test_same_device_refuses():
    """A name that torch does not know is a RuntimeError"""
    assert_raises_clearly(RuntimeError, same_device, "cpu", "gpu")
    assert_raises_clearly(RuntimeError, same_device, "graphics", "graphics")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_to_device")
@pytest.mark.parametrize("kind", KINDS, ids=[kind.replace(" ", "_") for kind in KINDS])
def test_to_device(kind):
    """Every tensor moves, and the structure stays"""
    for device in ["meta", torch.device("meta")]:
        expect_types(kind, moved_types(kind, device), on_meta(types_of(kind)), "in what `to_device` returns")
        with show(inputs={"batch": BATCHES[kind]}):
            assert all(move(to_device, kind, device)["others kept"]), (
                "`to_device` puts something new in the place of an object that is no tensor; it should return it itself"
            )


@pytest.mark.points(2)
@pytest.mark.depends("test_example_to_device")
def test_to_device_copies_nothing_in_vain():
    """A tensor that is there already is returned itself, however its device is written"""
    for kind in ["tensor", "dict", "nested"]:
        for device in ["cpu", torch.device("cpu"), "cpu:0"]:
            kept = move(to_device, kind, device)["tensors kept"]
            with show(inputs={"batch": BATCHES[kind], "device": repr(device)}):
                assert all(kept), "`to_device` copies a tensor that is on the CPU already"


@pytest.mark.points(1)
@pytest.mark.depends("test_example_to_device")
def test_to_device_leaves_the_batch():
    """The batch itself stays as it was"""
    for kind in ["dict", "list", "nested"]:
        expect_types(kind, types_after(kind, "meta"), types_of(kind), "in the caller's batch after the call")
        with show(inputs={"batch": BATCHES[kind]}):
            assert move(to_device, kind, "cpu")["new containers"], (
                "`to_device` returns the very container that it was given: later changes of one would change the other"
            )


@pytest.mark.points(1)
@pytest.mark.depends("test_example_mask")
def test_mask_values(rng):
    """Any integer dtype, any size, lengths of 0 and beyond the size"""
    for dtype in INTEGERS:
        for count, size in [(1, 1), (4, 6), (3, 0), (0, 4), (5, 3)]:
            lengths = torch.randint(0, 8, (count,), generator=rng).to(dtype)
            assert_matches(make_mask, expected_mask, [(lengths, size)])
        # Places beyond 255, which a small dtype of the lengths cannot count.
        assert_matches(make_mask, expected_mask, [(torch.tensor([3, 127]).to(dtype), 300)])


@pytest.mark.points(2)
@pytest.mark.depends("test_mask_values")
def test_mask_on_meta():
    """Runs on the device of lengths: nothing is made on the CPU, no value is looked at"""
    for size in [0, 1, 5]:
        assert_shapes(
            lambda lengths, size=size: make_mask(lengths, size),
            f"b -> b {size}",
            sizes={"b": [0, 1, 4]},
            dtype=torch.int64,
            device="meta",
            result_dtype=torch.bool,
        )


@pytest.mark.points(1)
@pytest.mark.depends("test_mask_values")
def test_mask_is_vectorised():
    """No loop over the rows"""
    assert_vectorised(make_mask, lambda rows: (torch.arange(rows), 7))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_causal_bias")
def test_causal_bias_values(rng):
    """Any size, with leading dimensions or without, in the dtype of the scores"""
    for dtype in FLOATS:
        for shape in [(1, 1), (4, 4), (2, 3, 5, 5), (0, 3, 3), (0, 0)]:
            scores = torch.randn(shape, generator=rng).to(dtype)
            assert_matches(causal_bias, expected_bias, [(scores,)])


@pytest.mark.points(2)
@pytest.mark.depends("test_causal_bias_values")
def test_causal_bias_on_meta():
    """Runs on the device of the scores"""
    for dtype in FLOATS:
        assert_shapes(
            causal_bias,
            "b t t -> t t",
            sizes={"b": [0, 2], "t": [1, 3]},
            dtype=dtype,
            device="meta",
            result_dtype=dtype,
        )
