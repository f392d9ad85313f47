"""Hidden checks for where_pitfalls."""

import math

import pytest
import torch
from where_pitfalls import safe_divide, safe_log, safe_norm, safe_sqrt, select

from grader.checks import assert_close, assert_gradients, assert_matches, make_inputs, show

F64 = torch.float64
INF, NAN = float("inf"), float("nan")
LAYOUTS = ["contiguous", "transposed", "sliced"]
SIZES = {"n": [0, 1, 2, 5], "m": [1, 3]}
PARAMETERS = {
    "safe_sqrt": ("x",),
    "safe_log": ("x", "floor"),
    "safe_norm": ("x", "dim"),
    "safe_divide": ("a", "b"),
    "select": ("a", "b"),
}


def value_and_gradients(function, *args):
    """function(*args), and the gradients of its sum with respect to the tensors among args."""
    leaves = [a.clone().requires_grad_() if isinstance(a, torch.Tensor) else a for a in args]
    result = function(*leaves)
    tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
    assert result.requires_grad, f"no gradient reaches the input of `{function.__name__}`"
    return result.detach(), list(torch.autograd.grad(result.sum(), tensors))


def check(function, args, value, *grads):
    """Value and gradients, exactly."""
    name = function.__name__
    given = dict(zip(PARAMETERS[name], args, strict=True))
    with show(inputs={parameter: told(arg) for parameter, arg in given.items()}):
        result, found = value_and_gradients(function, *args)
        assert_close(result, value, equal_nan=True, message=f"the result of `{name}`")
        tensors = [parameter for parameter, arg in given.items() if isinstance(arg, torch.Tensor)]
        for parameter, grad, right in zip(tensors, found, grads, strict=True):
            assert_close(grad, right, message=f"the gradient of `{name}` with respect to `{parameter}`")


def told(arg):
    return str(shown(arg.tolist())) if isinstance(arg, torch.Tensor) else str(arg)


def shown(x):
    """Four digits are enough to know a number again."""
    return [shown(part) for part in x] if isinstance(x, list) else float(f"{x:.4g}")


def selecting(cond):
    """select with a condition that is no variable."""

    def call(a, b):
        return select(cond, a, b)

    call.__name__ = "select"
    return call


def tensor(*values, dtype=torch.float32):
    return torch.tensor(values, dtype=dtype)


def away_from_zero(rng, *shape):
    """Values between 0.3 and 2 of either sign."""
    x = 0.3 + 1.7 * torch.rand(shape, generator=rng, dtype=F64)
    return torch.where(torch.rand(shape, generator=rng) < 0.5, -x, x)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The examples of the statement: safe_sqrt, safe_log, safe_norm"""
    check(safe_sqrt, [tensor(4, 0, -1)], tensor(2, 0, 0), tensor(0.25, 0, 0))
    check(safe_log, [tensor(1, 0), 0.5], tensor(0, math.log(0.5)), tensor(1, 0))
    check(safe_norm, [tensor([3, 4], [0, 0]), 1], tensor(5, 0), tensor([0.6, 0.8], [0, 0]))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_of_two():
    """The examples of the statement: safe_divide and select"""
    check(safe_divide, [tensor(6, 1), tensor(2, 0)], tensor(3, 0), tensor(0.5, 0), tensor(-1.5, 0))
    check(selecting(tensor(1, 0)), [tensor(1, 2), tensor(INF, 4)], tensor(1, 4), tensor(1, 0), tensor(0, 1))


@pytest.mark.points(1)
def test_sqrt(rng):
    """safe_sqrt: values of any shape, and gradients away from 0"""

    def truth(x):
        return torch.where(x > 0, x, 0).sqrt()

    for dtype in (F64, torch.float32):
        for spec in ("", "n m"):
            assert_matches(safe_sqrt, truth, make_inputs(rng, spec, cases=4, sizes=SIZES, layouts=LAYOUTS, dtype=dtype))
    assert_gradients(safe_sqrt, away_from_zero(rng, 3, 4))


@pytest.mark.points(1)
def test_sqrt_at_the_edge():
    """safe_sqrt: zero, negative and infinite values have finite gradients; NaN stays NaN"""
    for dtype in (torch.float32, F64):
        x = tensor(0, -0.0, -1e-30, -3, -INF, INF, 1, dtype=dtype)
        expected = tensor(0, 0, 0, 0, 0, INF, 1, dtype=dtype)
        check(safe_sqrt, [x], expected, tensor(0, 0, 0, 0, 0, 0, 0.5, dtype=dtype))
    assert_close(safe_sqrt(tensor(NAN, 4)), tensor(NAN, 2), equal_nan=True, message="the result for NaN")


@pytest.mark.points(1)
def test_log(rng):
    """safe_log: values of any shape, and gradients away from the floor"""

    def truth(x, floor):
        return torch.where(x > floor, x, floor).log()

    for floor in (0.5, 1e-3):
        for dtype in (F64, torch.float32):
            for spec in ("", "n m"):
                cases = make_inputs(rng, spec, cases=4, sizes=SIZES, layouts=LAYOUTS, dtype=dtype)
                assert_matches(safe_log, truth, [(x, floor) for (x,) in cases])
    assert_gradients(lambda x: safe_log(x, 0.1), away_from_zero(rng, 3, 4))


@pytest.mark.points(1)
def test_log_at_the_edge():
    """safe_log: zero, negative and infinite values have finite gradients; NaN stays NaN"""
    low = math.log(1e-6)
    for dtype in (torch.float32, F64):
        x = tensor(0, -3, -INF, 1e-7, INF, 2, dtype=dtype)
        expected = tensor(low, low, low, low, INF, math.log(2), dtype=dtype)
        check(safe_log, [x, 1e-6], expected, tensor(0, 0, 0, 0, 0, 0.5, dtype=dtype))
    assert_close(safe_log(tensor(NAN, 1), 0.1), tensor(NAN, 0), equal_nan=True, message="the result for NaN")


@pytest.mark.points(1)
def test_norm(rng):
    """safe_norm: values and gradients along every dimension, and 0 for zero vectors"""

    def truth(x, dim):
        return torch.linalg.vector_norm(x, dim=dim)

    for dtype in (F64, torch.float32):
        for spec, dims in (("n", (0, -1)), ("n m", (0, 1, -1, -2)), ("n m 2", (1,))):
            for dim in dims:
                cases = make_inputs(rng, spec, cases=3, sizes=SIZES, layouts=LAYOUTS, dtype=dtype)
                assert_matches(safe_norm, truth, [(x, dim) for (x,) in cases])
    for dim in (0, 1):
        assert_gradients(lambda x, dim=dim: safe_norm(x, dim), away_from_zero(rng, 3, 4))
    x = torch.zeros(2, 3, dtype=F64)
    check(safe_norm, [x, 1], x[:, 0], x)
    x[0] = tensor(2, -1, 2)
    check(safe_norm, [x, 1], tensor(3, 0, dtype=F64), x / 3)


@pytest.mark.points(1)
def test_divide(rng):
    """safe_divide: values of shapes that broadcast, and gradients where b is not 0"""

    def truth(a, b):
        return torch.where(b != 0, a / torch.where(b != 0, b, 1), 0)

    for dtype in (F64, torch.float32):
        for specs in (("n m", "n m"), ("n m", "m"), ("n 1", "m"), ("", "n m")):
            cases = make_inputs(rng, *specs, cases=3, sizes=SIZES, layouts=LAYOUTS, dtype=dtype)
            assert_matches(safe_divide, truth, cases)
    assert_gradients(safe_divide, away_from_zero(rng, 2, 3), away_from_zero(rng, 3))


@pytest.mark.points(1)
def test_divide_by_zero():
    """safe_divide: where b is 0, the value and both gradients are 0"""
    for dtype in (torch.float32, F64):
        a, b = tensor(1, -2, 0, 3, dtype=dtype), tensor(0, -0.0, 0, -2, dtype=dtype)
        grads = tensor(0, 0, 0, -0.5, dtype=dtype), tensor(0, 0, 0, -0.75, dtype=dtype)
        check(safe_divide, [a, b], tensor(0, 0, 0, -1.5, dtype=dtype), *grads)
    check(
        safe_divide,
        [tensor([1], [2]), tensor(0, 4)],
        tensor([0, 0.25], [0, 0.5]),
        tensor([0.25], [0.25]),
        tensor(0, -0.1875),
    )


@pytest.mark.points(1)
def test_select(rng):
    """select: conditions of every dtype and shape, and gradients"""

    def truth(cond, a, b):
        return torch.where(cond != 0, a, b)

    for dtype in (torch.bool, torch.int64, torch.uint8, torch.float32, F64):
        for specs in (("n m", "n m", "n m"), ("", "n m", "n m"), ("n 1", "m", "n m"), ("n m", "n 1", "")):
            cases = make_inputs(rng, *specs, cases=2, sizes=SIZES, layouts=LAYOUTS, dtype=[torch.float32, F64, F64])
            # Half of the conditions are 0, the others 2 or -2.
            cases = [((2 * cond.sign() * (cond.abs() > 0.7)).to(dtype), a, b) for cond, a, b in cases]
            assert_matches(select, truth, cases)
    for cond in (torch.tensor(True), torch.tensor(0.0), tensor(0.5, 0, -1), torch.tensor([[True], [False]])):
        assert_gradients(selecting(cond), away_from_zero(rng, 2, 3), away_from_zero(rng, 3))


@pytest.mark.points(1)
def test_select_keeps_the_other_side_out():
    """select: an inf or NaN that was not chosen does not come through, neither in the value nor in the gradient"""
    a, b = tensor(1, NAN, 3, INF), tensor(INF, 2, NAN, 4)
    for cond in (torch.tensor([True, False, True, False]), tensor(0.25, 0, -1, 0)):
        check(selecting(cond), [a, b], tensor(1, 2, 3, 4), tensor(1, 0, 1, 0), tensor(0, 1, 0, 1))
    cond, a, b = tensor(1, 0), tensor(1, 2).requires_grad_(), tensor(3, 4).requires_grad_()
    # A slope of infinity that comes in goes to the chosen side, and not as 0 * inf to the other.
    found = torch.autograd.grad(select(cond, a, b), [a, b], tensor(INF, INF))
    assert_close(list(found), [tensor(INF, 0), tensor(0, INF)], message="the gradients when inf comes in")
