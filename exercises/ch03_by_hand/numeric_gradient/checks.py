"""Hidden checks for numeric_gradient."""

import pytest
import torch
from fixtures import default_step, numeric, refused, traces, verdict, verdict_off_by, verdict_relu
from numeric_gradient import my_gradcheck, numerical_grad

from grader.checks import assert_close

RIGHT = [
    "x * x", "square", "square of square", "product", "matrix product", "sine", "softmax", "row plus column",
    "large values", "scalar",
]  # fmt: skip
WRONG = [
    "wrong sign", "factor forgotten", "too large", "divided by the count",
    "inputs mixed up", "second is wrong", "term missing", "last element wrong", "broadcast averaged", "detached",
    "one per cent", "not a number", "infinite",
]  # fmt: skip
TWO_INPUTS = {
    "product",
    "matrix product",
    "row plus column",
    "inputs mixed up",
    "second is wrong",
    "broadcast averaged",
}


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def away_from_zero(rng, *shape):
    """Values between 0.5 and 1.5, of either sign: no derivative of interest vanishes there."""
    x = torch.rand(shape, generator=rng, dtype=torch.float64) + 0.5
    return torch.where(torch.rand(shape, generator=rng) < 0.5, -x, x)


def inputs_for(name, rng):
    shape = (2, 3)
    return [away_from_zero(rng, *shape) for _ in range(2 if name in TWO_INPUTS else 1)]


def expect(answer, wanted, what):
    assert isinstance(answer, bool), f"`my_gradcheck` should return True or False; it returns {type(answer).__name__}"
    assert answer is wanted, f"`my_gradcheck` should be {wanted} for {what}; it is {answer}"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement: the gradient of a sum of squares"""
    grads, _ = numeric(numerical_grad, "square_sum", [torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)])
    # Rounding, divided by 2 * eps, leaves an error of about 1e-9.
    assert_close(grads, [torch.tensor([2.0, 4.0, 6.0], dtype=torch.float64)], atol=1e-7, rtol=0.0)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_gradcheck():
    """The examples of the statement: a right gradient, and a kink"""
    x, zero = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64), torch.zeros(1, dtype=torch.float64)
    expect(verdict(my_gradcheck, "x * x", [x]), True, "x * x")
    expect(verdict_relu(my_gradcheck, zero), False, "ReLU at 0")


@pytest.mark.points(2)
def test_central_differences(rng):
    """numerical_grad: the difference is central, and its step is eps"""
    x = normal(rng, 4)
    for eps in (0.1, 0.5):
        grads, _ = numeric(numerical_grad, "square_sum", [x], eps)
        assert_close(
            grads,
            [2 * x],
            atol=1e-10,
            rtol=0.0,
            message=f"the gradient of a parabola with eps = {eps}, which central differences give exactly",
        )
        grads, _ = numeric(numerical_grad, "cube_sum", [x], eps)
        expected = 3 * x * x + eps**2  # the central difference of a cube, exactly
        assert_close(grads, [expected], atol=1e-10, rtol=0.0, message=f"the gradient of x³ with eps = {eps}")
    assert_close(
        default_step(numerical_grad, x, "scalar"), 1e-6, rtol=1e-3, atol=0.0, message="the step when no eps is given"
    )


@pytest.mark.points(2)
def test_every_input(rng):
    """numerical_grad: several inputs, any shape and layout, integers among them"""
    for shape in ((), (1,), (0,), (2, 3), (2, 0, 3)):
        x, y = normal(rng, *shape), normal(rng, *shape)
        grads, _ = numeric(numerical_grad, "product_sum", [x, y])
        what = f"the gradients of Σ x y² by x and by y, for tensors of shape {shape}"
        assert_close(grads, [y * y, 2 * x * y], atol=1e-5, rtol=0.0, message=what)
    x = normal(rng, 3, 2).T
    grads, _ = numeric(numerical_grad, "square_sum", [x])
    assert_close(grads, [2 * x], atol=1e-5, rtol=0.0, message="the gradient for a transposed input")
    x, index = normal(rng, 4), torch.tensor([0, 2])
    grads, _ = numeric(numerical_grad, "picked_sum", [x, index])
    assert_close(grads[0], 2 * x * torch.tensor([1.0, 0.0, 1.0, 0.0]), atol=1e-5, rtol=0.0)
    assert grads[1] is None, "for an integer input `numerical_grad` should give None"


@pytest.mark.points(1)
@pytest.mark.parametrize("function", ["numerical_grad", "my_gradcheck"])
def test_leaves_no_trace(function, rng):
    """The inputs keep their values and their grad, and no graph hangs on the result"""
    call = numerical_grad if function == "numerical_grad" else my_gradcheck
    changed = traces(call, "product_sum", [normal(rng, 20), normal(rng, 20)])
    assert not changed, f"`{function}` should leave its inputs alone; changed: {' and '.join(changed)}"
    if function == "numerical_grad":
        for name, count in (("square_sum", 1), ("product_sum", 2)):
            _, graph = numeric(numerical_grad, name, [normal(rng, 3) for _ in range(count)])
            assert not graph, (
                "the gradients that `numerical_grad` returns require grad themselves; they are plain numbers"
            )


@pytest.mark.points(1)
@pytest.mark.parametrize("function", ["numerical_grad", "my_gradcheck"])
def test_float64_only(function, rng):
    """float32 is a ValueError, and so is an input list with nothing to check"""
    call = numerical_grad if function == "numerical_grad" else my_gradcheck
    for dtype in (torch.float32, torch.float16):
        raised = refused(call, [normal(rng, 3).to(dtype)])
        assert raised == "ValueError", f"`{function}` should raise ValueError for a {dtype} input; it raises {raised}"
    raised = refused(call, [normal(rng, 3), normal(rng, 3).float()])
    assert raised == "ValueError", (
        f"`{function}` should raise ValueError for a float64 and a float32 input; it raises {raised}"
    )
    if function == "my_gradcheck":
        raised = refused(call, [normal(rng, 3)], [0])
        assert raised == "ValueError", (
            f"without an input that requires grad, ValueError should be raised; it raises {raised}"
        )


@pytest.mark.points(2)
@pytest.mark.depends("test_example_gradcheck")
def test_accepts_right_gradients(rng):
    """my_gradcheck: True for ten functions with right gradients"""
    for name in RIGHT:
        expect(verdict(my_gradcheck, name, inputs_for(name, rng)), True, f"a function with right gradients ({name})")
    expect(verdict_relu(my_gradcheck, away_from_zero(rng, 4)), True, "ReLU away from 0")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_gradcheck")
def test_accepts_unusual_functions(rng):
    """my_gradcheck: an unused input, a constant output, an empty one, inputs that require no grad"""
    x, y = away_from_zero(rng, 3), away_from_zero(rng, 3)
    expect(verdict(my_gradcheck, "second unused", [x, y]), True, "a function that does not use its second input")
    expect(verdict(my_gradcheck, "constant", [x]), True, "a function whose output is constant")
    expect(verdict(my_gradcheck, "half constant", [x]), True, "a function with one constant output")
    expect(verdict(my_gradcheck, "x * x", [x[:0]]), True, "x * x of an empty tensor")
    expect(verdict(my_gradcheck, "picked", [x, torch.tensor([0, 2])]), True, "x[index] with an integer index")
    expect(verdict(my_gradcheck, "scaled", [x, torch.tensor(2.0)], [1]), True, "a float32 input that requires no grad")
    expect(verdict(my_gradcheck, "inputs mixed up", [x, x.clone()]), True, "a fault that does not act at these values")


@pytest.mark.points(3)
@pytest.mark.depends("test_example_gradcheck")
def test_rejects_wrong_gradients(rng):
    """my_gradcheck: False for functions with a wrong sign, a missing term, a wrong broadcast, …"""
    for name in WRONG:
        expect(verdict(my_gradcheck, name, inputs_for(name, rng)), False, f"a function with wrong gradients ({name})")


@pytest.mark.points(2)
@pytest.mark.depends("test_example_gradcheck")
def test_rejects_what_cancels(rng):
    """my_gradcheck: errors that do not show in the gradient of the sum of the outputs"""
    for shape in ((2,), (2, 3)):
        for name in ("cancels in the sum", "incoming gradient forgotten"):
            answer = verdict(my_gradcheck, name, [away_from_zero(rng, *shape)])
            expect(answer, False, f"a function that is wrong, but for the sum of its outputs ({name})")


@pytest.mark.points(2)
@pytest.mark.depends("test_example_gradcheck")
def test_tolerances(rng):
    """my_gradcheck: |analytic - numeric| <= atol + rtol * |numeric|"""
    x = away_from_zero(rng, 2)
    # The gradient is 100; (relative error, absolute error, atol, rtol, verdict), each far from the border.
    cases = [
        (5e-4, 0.0, 1e-5, 1e-3, True), (2e-3, 0.0, 1e-5, 1e-3, False), (-2e-3, 0.0, 1e-5, 1e-3, False),
        (0.05, 0.0, 0.0, 0.1, True), (0.0, 0.5, 1.0, 0.0, True), (0.0, 0.5, 0.1, 0.0, False),
        (0.0, -0.5, 0.1, 0.0, False), (0.0, 1.5, 1.0, 0.01, True), (0.0, 3.0, 1.0, 0.01, False),
        (1.0, 0.0, 0.0, 0.6, False),
    ]  # fmt: skip
    for relative, absolute, atol, rtol, wanted in cases:
        answer = verdict_off_by(my_gradcheck, x, relative, absolute, atol, rtol)
        what = f"a gradient of {100 * (1 + relative) + absolute:g} in place of 100, with atol = {atol}, rtol = {rtol}"
        expect(answer, wanted, what)
    # The defaults: the step is 1e-6, atol 1e-5, rtol 1e-3.
    assert_close(
        default_step(my_gradcheck, x, "x * x"), 1e-6, rtol=1e-3, atol=0.0, message="the step when no eps is given"
    )
    for name in ("0.15 per cent too large", "1.5e-5 in place of 0"):
        expect(verdict(my_gradcheck, name, [x]), False, f"a gradient that is {name}, with the default tolerances")
