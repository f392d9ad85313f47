"""Hidden checks for custom_function."""

import pytest
import torch
from custom_function import Huber, MyMatmul, MyReLU, NumpySinh, StraightThroughRound
from fixtures import changed_in_between, is_function, products, second_derivative, with_gradients
from torch.nn import functional as F

from grader.checks import assert_close, assert_gradients, assert_matches, assert_unchanged, count_operators, make_inputs

F64 = torch.float64
LAYOUTS = ["contiguous", "transposed", "sliced"]
SIZES = {"n": [0, 1, 2, 5], "k": [0, 1, 3], "m": [1, 2, 4]}


def matmul(a, b):
    return MyMatmul.apply(a, b)


def relu(x):
    return MyReLU.apply(x)


def straight_through(x):
    return StraightThroughRound.apply(x)


def huber(input, target, delta):
    return Huber.apply(input, target, delta)


def sinh(x):
    return NumpySinh.apply(x)


for function, kind in (
    (matmul, MyMatmul), (relu, MyReLU), (straight_through, StraightThroughRound), (huber, Huber), (sinh, NumpySinh),
):  # fmt: skip
    function.__name__ = f"{kind.__name__}.apply"  # what messages call them


def away_from_zero(rng, *shape):
    """Values between 0.2 and 2 of either sign: no kink is near."""
    x = 0.2 + 1.8 * torch.rand(shape, generator=rng, dtype=F64)
    return torch.where(torch.rand(shape, generator=rng) < 0.5, -x, x)


def check_example(kind, args, value, grads):
    assert is_function(kind), f"`{kind.__name__}` should be a subclass of torch.autograd.Function"
    result, found = with_gradients(kind, *args)
    assert_close(result, value, message=f"`{kind.__name__}.apply` of the example")
    for position, (grad, right) in enumerate(zip(found, grads, strict=True), start=1):
        assert grad is not None, f"tensor {position} of the example of `{kind.__name__}` gets no gradient"
        assert_close(grad, right, message=f"the gradient of tensor {position} of the example of `{kind.__name__}`")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_matmul():
    """The example of the statement: MyMatmul"""
    a, b = torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0], [4.0]])
    check_example(MyMatmul, (a, b), torch.tensor([[11.0]]), [b.T, a.T])


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_relu():
    """The example of the statement: MyReLU"""
    x = torch.tensor([-1.0, 0.0, 2.0])
    check_example(MyReLU, (x,), torch.tensor([0.0, 0.0, 2.0]), [torch.tensor([0.0, 0.0, 1.0])])


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_round():
    """The example of the statement: StraightThroughRound"""
    x = torch.tensor([0.4, 0.5, -1.7])
    check_example(StraightThroughRound, (x,), torch.tensor([0.0, 0.0, -2.0]), [torch.ones(3)])


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_huber():
    """The example of the statement: Huber"""
    args = torch.tensor([0.5, 3.0]), torch.zeros(2), 1.0
    check_example(Huber, args, torch.tensor([0.125, 2.5]), [torch.tensor([0.5, 1.0]), torch.tensor([-0.5, -1.0])])


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_sinh():
    """The example of the statement: NumpySinh"""
    check_example(NumpySinh, (torch.zeros(1),), torch.zeros(1), [torch.ones(1)])


@pytest.mark.points(1)
def test_matmul(rng):
    """MyMatmul: right values, first and second derivatives"""
    for dtype in (F64, torch.float32):
        cases = make_inputs(rng, "n k", "k m", cases=8, sizes=SIZES, layouts=LAYOUTS, dtype=dtype)
        assert_matches(matmul, torch.matmul, cases, rtol=1e-5, atol=1e-5)
    a, b = next(make_inputs(rng, "2 3", "3 4", dtype=F64))
    assert_gradients(matmul, a, b, second_order=True)
    assert_unchanged(matmul, a, b)


@pytest.mark.points(1)
def test_relu(rng):
    """MyReLU: right values, first and second derivatives"""
    for dtype in (F64, torch.float32):
        sizes = {"n": [0, 1, 5], "m": [1, 3]}
        for spec in ("", "n", "n m"):
            assert_matches(relu, torch.relu, make_inputs(rng, spec, cases=3, sizes=sizes, layouts=LAYOUTS, dtype=dtype))
    x = away_from_zero(rng, 3, 4)
    assert_gradients(relu, x, second_order=True)
    assert_unchanged(relu, x)


@pytest.mark.points(1)
def test_round(rng):
    """StraightThroughRound: rounded values, and the gradient passes as it came"""
    for dtype in (F64, torch.float32):
        sizes = {"n": [0, 1, 5], "m": [1, 3]}
        cases = make_inputs(rng, "n m", cases=6, sizes=sizes, layouts=LAYOUTS, dtype=dtype, low=-3, high=3)
        assert_matches(straight_through, torch.round, cases)
    x, grad = torch.randn(2, 3, generator=rng, dtype=F64), torch.randn(2, 3, generator=rng, dtype=F64)
    leaf = x.clone().requires_grad_()
    straight_through(leaf).backward(grad)
    assert leaf.grad is not None, "no gradient reaches the input of `StraightThroughRound`"
    assert_close(leaf.grad, grad, message="the gradient that arrives, against the one that came in")
    assert_unchanged(straight_through, x)


@pytest.mark.points(1)
def test_huber(rng):
    """Huber: right values, first and second derivatives, for several deltas"""

    def truth(input, target, delta):
        return F.huber_loss(input, target, reduction="none", delta=delta)

    for delta in (1.0, 0.5, 2.5):
        for dtype in (F64, torch.float32):
            cases = make_inputs(rng, "n m", "n m", cases=4, sizes={"n": [0, 1, 5]}, layouts=LAYOUTS, dtype=dtype)
            assert_matches(huber, truth, [(3 * a, 3 * b, delta) for a, b in cases], rtol=1e-5, atol=1e-5)
        target = torch.randn(6, generator=rng, dtype=F64)
        # Three differences inside, three outside, none near a kink.
        inside, outside = 0.8 * torch.rand(3, generator=rng, dtype=F64), 1.2 + torch.rand(3, generator=rng, dtype=F64)
        sign = torch.tensor([1.0, -1.0, 1.0, -1.0, 1.0, -1.0], dtype=F64)
        input = target + delta * sign * torch.cat([inside, outside])
        assert_gradients(lambda a, b, delta=delta: huber(a, b, delta), input, target, second_order=True)


@pytest.mark.points(1)
def test_sinh(rng):
    """NumpySinh: right values and derivative, in float32 and float64"""
    for dtype in (F64, torch.float32):
        sizes = {"n": [0, 1, 5], "m": [1, 3]}
        for spec in ("", "n m"):
            cases = make_inputs(rng, spec, cases=4, sizes=sizes, layouts=LAYOUTS, dtype=dtype)
            assert_matches(sinh, torch.sinh, cases, rtol=1e-5, atol=1e-5)
        x = torch.randn(3, generator=rng, dtype=dtype)
        _, (grad,) = with_gradients(NumpySinh, x)
        assert_close(grad, x.cosh(), rtol=1e-5, atol=1e-5, message="the gradient of `NumpySinh`")
    assert_gradients(sinh, torch.randn(2, 3, generator=rng, dtype=F64))


@pytest.mark.points(1)
@pytest.mark.depends("test_sinh")
def test_sinh_twice(rng):
    """NumpySinh: the second derivative is right, and lacks no term"""
    x = torch.randn(3, generator=rng, dtype=F64)
    message = "the second derivative of x · `NumpySinh.apply(x)`, which is 2 cosh(x) + x sinh(x)"
    assert_close(second_derivative(NumpySinh, x), 2 * x.cosh() + x * x.sinh(), message=message)
    assert_gradients(sinh, x, second_order=True)


@pytest.mark.points(1)
@pytest.mark.parametrize("wanted", [(True, False), (False, True), (True, True)], ids=["a", "b", "both"])
def test_only_what_is_wanted(wanted, rng):
    """The backward of MyMatmul makes one product for each input that requires grad"""
    a, b, grad = next(make_inputs(rng, "2 3", "3 4", "2 4", dtype=F64))
    found = products(MyMatmul, a, b, wanted, grad)
    for letter, want, got, expected in zip("ab", wanted, found, (grad @ b.T, a.T @ grad), strict=True):
        if want:
            assert got is not None, f"no gradient reaches {letter}"
            assert_close(got, expected, message=f"the gradient of {letter}")
    ran = count_operators(products, MyMatmul, a, b, wanted, grad)
    count = ran["aten::mm"] + ran["aten::bmm"] + ran["aten::mv"] + ran["aten::addmm"]
    letters = " and ".join(letter for letter, want in zip("ab", wanted, strict=True) if want)
    assert count == 1 + sum(wanted), (
        f"when {letters} of a and b require grad, forward and backward should make {1 + sum(wanted)} matrix products; "
        f"yours make {count}"
    )


@pytest.mark.points(1)
def test_changed_inputs_are_noticed(rng):
    """An operand of MyMatmul that is changed in place before backward is a RuntimeError"""
    a, b = next(make_inputs(rng, "2 3", "3 4", dtype=F64))
    for which, letter in enumerate("ab"):
        outcome = changed_in_between(MyMatmul, which, a, b)
        assert outcome == "RuntimeError", (
            f"when {letter} is changed in place between forward and backward, backward should raise RuntimeError; "
            "yours computes with the changed values"
        )
