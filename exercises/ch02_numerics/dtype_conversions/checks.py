"""Hidden checks for dtype_conversions."""

import functools

import numpy as np
import pytest
import torch
from dtype_conversions import as_model_input, module_to, promoted, to_float32
from fixtures import batch_norm_dtypes, converted, refused

from grader.checks import (
    assert_close,
    assert_matches,
    assert_same_object,
    assert_shares_memory,
    count_operators,
    make_inputs,
)

LAYOUTS = ["contiguous", "transposed", "sliced"]
REAL = [torch.bool, torch.uint8, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64]
DTYPES = [*REAL, torch.complex64, torch.complex128]
NUMBERS = [True, 3, 0.5, 1j]
FLOATING = {"body.0.weight", "body.0.bias", "body.1.weight", "body.1.bias", "head.bias", "scale"}
FLOATING |= {"body.1.running_mean", "body.1.running_var", "shift"}
WHOLE = {"body.1.num_batches_tracked": torch.int64, "mask": torch.bool, "order": torch.int64}


def operand(rng):
    """A tensor with dimensions, a 0-d tensor or a Python number."""
    kind = int(torch.randint(5, (), generator=rng))
    if kind == 0:
        return NUMBERS[int(torch.randint(len(NUMBERS), (), generator=rng))]
    dtype = DTYPES[int(torch.randint(len(DTYPES), (), generator=rng))]
    return torch.ones((2, 3) if kind < 3 else (), dtype=dtype)


def shown(operands):
    """The operands as a message names them."""

    def one(x):
        if not isinstance(x, torch.Tensor):
            return f"the number {x}"
        dtype = str(x.dtype).removeprefix("torch.")
        return f"a tensor of {dtype}" if x.dim() else f"a 0-d tensor of {dtype}"

    return ", ".join(one(x) for x in operands)


def expect_dtype(operands, expected):
    actual = promoted(*operands)
    assert actual == expected, f"`promoted` should give {expected} for {shown(operands)}; yours gives {actual}"


def joint(operands):
    """The rule for any number of operands; for two it is torch.result_type (see test_promoted_of_two)."""
    groups = [
        [x for x in operands if isinstance(x, torch.Tensor) and x.dim() > 0],
        [x for x in operands if isinstance(x, torch.Tensor) and x.dim() == 0],
        [x for x in operands if not isinstance(x, torch.Tensor)],
    ]
    # One stand-in a group, so that torch's own rule for two operands does the rest.
    dtypes = [
        functools.reduce(torch.promote_types, [torch.result_type(x, x) for x in group]) for group in groups if group
    ]
    stand_ins = dtypes[::-1]
    result = stand_ins[0]
    for dtype in stand_ins[1:]:
        result = torch.result_type(torch.ones(1, dtype=dtype), torch.ones((), dtype=result))
    return result


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_to_float32():
    """The examples of the statement: integers are converted, float32 is left alone"""
    assert_close(to_float32(torch.tensor([1, 2])), torch.tensor([1.0, 2.0]))
    x = torch.tensor([0.5, 2.0])
    assert_same_object(to_float32(x), x, "A tensor that is float32 already needs no copy.")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_promoted():
    """The examples of the statement: promoted"""
    expect_dtype((torch.ones(3, dtype=torch.float16), torch.tensor(1.0, dtype=torch.float64)), torch.float16)
    expect_dtype((torch.ones(3, dtype=torch.int64), 0.5), torch.float32)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_module():
    """The example of the statement: a BatchNorm1d becomes float64, its counter does not"""
    dtypes = batch_norm_dtypes(module_to, torch.float64)
    expected = dict.fromkeys(["weight", "bias", "running_mean", "running_var"], torch.float64)
    expected["num_batches_tracked"] = torch.int64
    assert dtypes == expected, f"after `module_to` the dtypes should be {expected}; they are {dtypes}"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_input():
    """The example of the statement: NumPy numbers become float32"""
    assert_close(as_model_input([np.float64(0.5), np.float64(2)]), torch.tensor([0.5, 2.0]))


@pytest.mark.points(1)
def test_to_float32_values(rng):
    """to_float32: every dtype, shape and layout"""
    for dtype in REAL:
        cases = make_inputs(rng, "n m", cases=3, layouts=LAYOUTS, dtype=dtype, sizes={"n": [0, 1, 3], "m": [1, 4]})
        assert_matches(to_float32, lambda t: t.float(), cases)
        assert_matches(to_float32, lambda t: t.float(), [(torch.ones((), dtype=dtype),)])


@pytest.mark.points(1)
def test_to_float32_is_the_same_object(rng):
    """to_float32 returns a float32 tensor itself, whatever its layout, in a graph or not"""
    (x,) = next(iter(make_inputs(rng, "3 4", layouts=["transposed"])))
    for t in (x, x[:, ::2], torch.rand(3, generator=rng, requires_grad=True)):
        assert_same_object(to_float32(t), t, "A tensor that is float32 already needs no copy.")


@pytest.mark.points(1)
def test_to_float32_gradient(rng):
    """Gradients flow back through the conversion, and arrive in the dtype of the original"""
    for dtype in (torch.float64, torch.bfloat16, torch.float16):
        x = torch.ones(3, dtype=dtype, requires_grad=True)
        (to_float32(x) * torch.tensor([1.0, 2.0, 4.0])).sum().backward()
        assert_close(x.grad, torch.tensor([1.0, 2.0, 4.0], dtype=dtype))


def settled(operands):
    """Whether all versions of torch agree: bfloat16 with something complex is complex64 until 2.13, then bcomplex32."""
    kinds = [x.dtype if isinstance(x, torch.Tensor) else torch.tensor(x).dtype for x in operands]
    return torch.bfloat16 not in kinds or not any(kind.is_complex for kind in kinds)


@pytest.mark.points(2)
def test_promoted_of_two(rng):
    """promoted: any two operands, as torch does it"""
    tensor = torch.ones(2)
    fixed = [(tensor.to(a), torch.ones((), dtype=b)) for a in DTYPES[:8:3] for b in DTYPES]
    fixed += [(tensor.to(a), number) for a in DTYPES for number in NUMBERS]
    drawn = [(operand(rng), operand(rng)) for _ in range(20)]
    for pair in filter(settled, fixed + drawn):
        for operands in (pair, pair[::-1]):
            expect_dtype(operands, torch.result_type(*operands))


@pytest.mark.points(1)
@pytest.mark.depends("test_promoted_of_two")
def test_promoted_of_many(rng):
    """promoted: one operand, or many"""
    half, double = torch.ones(2, dtype=torch.float16), torch.ones((), dtype=torch.float64)
    expect_dtype((torch.ones(2, dtype=torch.int8),), torch.int8)
    expect_dtype((torch.ones(2, dtype=torch.int64), double, half), torch.float16)
    for _ in range(30):
        count = int(torch.randint(1, 6, (), generator=rng))
        operands = tuple(operand(rng) for _ in range(count))
        if settled(operands):
            expect_dtype(operands, joint(operands))


@pytest.mark.points(1)
def test_promoted_runs_no_operator():
    """promoted calculates nothing"""
    operands = torch.ones(3, dtype=torch.int64), torch.ones((), dtype=torch.float64), 2
    expect_dtype(operands, torch.float64)
    ran = [name.removeprefix("aten::") for name in sorted(count_operators(promoted, *operands))]
    ran = [name for name in ran if name != "promote_types"]  # of dtypes alone, no tensor
    assert not ran, f"`promoted` runs {', '.join(ran)}; dtype and number of dimensions are enough to know the answer"


@pytest.mark.points(2)
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16], ids=["float64", "bfloat16"])
def test_module_dtypes(dtype):
    """module_to: every floating parameter and buffer of every submodule, and only these"""
    dtypes = converted(module_to, dtype)["dtypes"]
    left = [name for name in sorted(FLOATING) if dtypes[name] != dtype]
    assert not left, f"after `module_to(m, {dtype})` these are still of another dtype: {', '.join(left)}"
    changed = [name for name, expected in WHOLE.items() if dtypes[name] != expected]
    assert not changed, f"`module_to` changes integers or booleans: {', '.join(changed)}"


@pytest.mark.points(1)
def test_module_values():
    """module_to: the values stay, rounded to the new dtype, and the module is returned"""
    facts = converted(module_to, torch.bfloat16)
    for name, value in facts["values before"].items():
        dtype = facts["values"][name].dtype
        assert_close(facts["values"][name], value.to(dtype), message=f"the values of {name}")
    assert facts["returns the module"], "`module_to` should return the module that it was given"
    new = ", ".join(facts["new attributes"])
    assert not new, f"after `module_to` a module has attributes that it did not have before: {new}"


@pytest.mark.points(2)
def test_module_parameters_stay_the_same_objects():
    """module_to: the Parameter objects stay, tied weights stay tied, frozen ones frozen"""
    facts = converted(module_to, torch.float64)
    others = ", ".join(facts["other objects"])
    assert not others, (
        f"these are other Parameter objects than before, so an optimizer would train the old ones: {others}"
    )
    assert facts["tied"], "two layers shared one weight; after `module_to` they don't any more"
    expected = {name: name != "scale" for name in facts["requires grad"]}
    assert facts["requires grad"] == expected, f"requires_grad should be {expected}; it is {facts['requires grad']}"


@pytest.mark.points(1)
def test_module_gradients():
    """module_to: gradients that are there are converted too"""
    facts = converted(module_to, torch.float64)
    for name, grad in facts["grads before"].items():
        assert name in facts["grads"], f"`{name}` had a gradient; after `module_to` it has none"
        assert_close(facts["grads"][name], grad.double(), message=f"the gradient of {name}")


@pytest.mark.points(1)
def test_module_refuses():
    """module_to: a dtype that is not floating is a TypeError and changes nothing"""
    for dtype in (torch.int64, torch.bool):
        raised, changed = refused(module_to, dtype)
        assert raised == "TypeError", f"`module_to(m, {dtype})` should raise TypeError; it raises {raised}"
        assert not changed, f"`module_to(m, {dtype})` raises, but has changed {', '.join(changed)} before"


@pytest.mark.points(2)
def test_input_dtypes(rng):
    """as_model_input: floating data becomes float32, everything else keeps its dtype"""
    values = torch.rand(2, 3, generator=rng, dtype=torch.float64).numpy()
    for name in ("float64", "float32", "float16"):
        array = values.astype(name)
        assert_close(as_model_input(array), torch.from_numpy(array).float(), message=f"The data have the dtype {name}.")
        assert_close(as_model_input([array[0], array[1]]), torch.from_numpy(array).float())
    for name in ("int64", "int32", "uint8", "bool"):
        array = np.array([[1, 0], [0, 1]], dtype=name)
        assert_close(as_model_input(array), torch.from_numpy(array), message=f"The data have the dtype {name}.")
    assert_close(as_model_input([1, 2, 3]), torch.tensor([1, 2, 3]))
    assert_close(as_model_input([True, False]), torch.tensor([True, False]))
    assert_close(as_model_input([1, 0.5]), torch.tensor([1.0, 0.5]))
    assert_close(as_model_input([]), torch.zeros(0))


@pytest.mark.points(1)
@pytest.mark.depends("test_input_dtypes")
def test_input_shares_memory():
    """as_model_input: an array that needs no conversion is not copied"""
    assert_shares_memory(as_model_input, np.ones((2, 3), dtype=np.float32))
    assert_shares_memory(as_model_input, np.ones((2, 3), dtype=np.float32).T)
    assert_shares_memory(as_model_input, np.arange(4))
