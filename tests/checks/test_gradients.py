"""assert_gradients on right and wrong backwards."""

from ast import literal_eval
from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks import assert_gradients
from grader.checks.picture import Comparison
from tests.checks.facts import facts_of


def values(*shape: int) -> Tensor:
    return torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(3))


def apply(function: Any, *args: Any) -> Any:
    return function.apply(*args)


class Scaled(torch.autograd.Function):
    """The mean over rows of the sum of squares, with a gradient that is ``factor`` times the right one."""

    @staticmethod
    def forward(ctx: Any, logits: Tensor, factor: float) -> Tensor:
        ctx.save_for_backward(logits)
        ctx.factor = factor
        return (logits**2).sum() / logits.shape[0]

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        (logits,) = ctx.saved_tensors
        return grad * 2 * logits / logits.shape[0] * ctx.factor, None


def mean_square(factor: float) -> Any:
    def loss(logits: Tensor) -> Any:
        return apply(Scaled, logits, factor)

    return loss


def with_backward(forward: Any, backward: Any) -> Any:
    """A function of one tensor with a backward of its own: ``backward(x, grad)``."""

    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Tensor) -> Any:
            ctx.save_for_backward(x)
            return forward(x)

        @staticmethod
        def backward(ctx: Any, grad: Tensor) -> Any:
            return backward(ctx.saved_tensors[0], grad)

    def subject(x: Tensor) -> Any:
        return apply(Function, x)

    return subject


def softmax(x: Tensor) -> Tensor:
    e = (x - x.max()).exp()
    return e / e.sum()


@pytest.mark.parametrize(
    ("fn", "inputs"),
    [
        (torch.tanh, (values(3, 2),)),
        (torch.matmul, (values(3, 2), values(2, 4))),
        (lambda x, n: x * n, (values(3), 3)),
        (lambda x, i: x[i], (values(3), torch.tensor([0, 0, 2]))),
        (lambda x: (x.sum(), x * 2), (values(3),)),
        (lambda x: (x, torch.tensor([1])), (values(2),)),
        (lambda x: torch.ones(2, dtype=torch.float64), (values(2),)),
        (lambda x: x.sum(), (values(),)),
        (lambda x: x, (values(0, 3),)),
        (mean_square(1.0), (values(4, 3),)),
        (softmax, (values(5),)),
        (torch.sin, (values(3, 4).mT,)),
        (torch.nn.Linear(3, 2).double(), (values(4, 3),)),
    ],
)
def test_right_gradients_pass(fn: Any, inputs: tuple[Any, ...]) -> None:
    assert_gradients(fn, *inputs)


def test_second_order_passes() -> None:
    assert_gradients(lambda x, w: torch.tanh(x @ w), values(2, 3), values(3, 2), second_order=True)
    assert_gradients(lambda x: 3 * x, values(3), second_order=True)


def test_only_inputs_that_require_grad_are_checked() -> None:
    def cut(x: Tensor, y: Tensor) -> Tensor:
        return x * y.detach()

    assert_gradients(cut, values(3).requires_grad_(), values(3))
    assert facts_of(assert_gradients, cut, values(3), values(3)).rung == "gradient_exists"


def test_a_constant_factor_is_named_with_its_origin() -> None:
    facts = facts_of(assert_gradients, mean_square(4.0), values(4, 3))
    assert facts.rung == "gradient_value"
    assert facts.headline == "The gradient of `loss` with respect to `logits` is 4 times too large everywhere."
    assert facts.details == ["4 is the size of dimension 0 of `logits` (the batch size) here."]
    (picture,) = facts.pictures
    assert isinstance(picture, Comparison)
    assert (picture.how, len(picture.yours), len(picture.right[0])) == ("ratio", 4, 3)
    assert picture.yours[1][1] == pytest.approx(4 * picture.right[1][1], rel=1e-6)


@pytest.mark.parametrize(
    ("factor", "phrase"),
    [
        (-1.0, "of the wrong sign everywhere"),
        (0.5, "2 times too small everywhere"),
        (-2.0, "of the wrong sign and 2 times too large everywhere"),
        (0.0, "zero everywhere"),
        (1.01, "1.01 times too large everywhere"),
    ],
)
def test_factors(factor: float, phrase: str) -> None:
    facts = facts_of(assert_gradients, mean_square(factor), values(5, 3))
    assert facts.headline == f"The gradient of `loss` with respect to `logits` is {phrase}."


def test_a_gradient_that_ignores_the_other_results() -> None:
    fn = with_backward(softmax, lambda x, grad: grad * softmax(x) * (1 - softmax(x)))
    facts = facts_of(assert_gradients, fn, values(4))
    assert "right on the diagonal of the Jacobian and zero elsewhere" in facts.headline


def test_a_transposed_gradient() -> None:
    m = values(3, 3)
    fn = with_backward(lambda x: m @ x, lambda x, grad: m @ grad)
    assert "transposed" in facts_of(assert_gradients, fn, values(3)).headline


def test_one_wrong_entry_is_found_and_located() -> None:
    def backward(x: Tensor, grad: Tensor) -> Tensor:
        wrong = 2 * x * grad
        wrong[1, 2] += 0.01
        return wrong

    fn = with_backward(lambda x: (x**2).sum(), backward)
    facts = facts_of(assert_gradients, fn, values(3, 4))
    assert "wrong in 1 of 6 entries" in facts.headline  # the smallest corner in which it is
    assert facts.where == "index (1, 2)"


@pytest.mark.parametrize(
    "cut",
    [
        lambda x: x.detach() * 2,
        lambda x: torch.tensor([v.item() * 2 for v in x], dtype=torch.float64),
        lambda x: torch.from_numpy(x.detach().numpy() * 2),
        lambda x: x.data * 2,
    ],
)
def test_a_result_that_is_cut_off(cut: Any) -> None:
    facts = facts_of(assert_gradients, cut, values(3))
    assert facts.rung == "gradient_exists"
    assert facts.details[0].startswith("The result does not require grad at all.")


def test_nan_gradients_are_told_apart() -> None:
    x = torch.tensor([0.0, 1.0], dtype=torch.float64)

    def safe_root(x: Tensor) -> Tensor:
        return torch.where(x > 0, x.sqrt(), x * 0)

    facts = facts_of(assert_gradients, safe_root, x - 1e-3)
    assert facts.rung == "non_finite"
    assert "NaN" in facts.headline


def test_a_function_that_returns_nan_itself() -> None:
    assert facts_of(assert_gradients, torch.log, torch.tensor([-1.0], dtype=torch.float64)).rung == "non_finite"


def test_results_of_other_kinds() -> None:
    assert facts_of(assert_gradients, lambda x: None, values(2)).rung == "type"
    assert facts_of(assert_gradients, lambda x: x.argmax(), values(2)).rung == "type"
    assert facts_of(assert_gradients, lambda x: x.float(), values(2)).rung == "dtype"


def test_a_backward_that_raises() -> None:
    def backward(x: Tensor, grad: Tensor) -> Tensor:
        raise ValueError("no idea")

    facts = facts_of(assert_gradients, with_backward(torch.sin, backward), values(2))
    assert facts.rung == "exception"
    assert facts.headline == "The backward of `subject` raises ValueError: no idea."


def test_a_forward_that_raises_shows_its_input() -> None:
    def fails(x: Tensor) -> Tensor:
        raise ValueError("no")

    facts = facts_of(assert_gradients, fails, torch.ones(2, dtype=torch.float64))
    assert facts.rung == "exception"
    assert facts.smallest_input == {"x": "[1.0, 1.0]"}


def test_what_is_not_written_yet_stays_so() -> None:
    def stub(x: Tensor) -> Tensor:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        assert_gradients(stub, values(2))
    with pytest.raises(NotImplementedError):
        assert_gradients(with_backward(torch.sin, lambda x, grad: stub(x)), values(2))


def test_a_wrong_second_derivative() -> None:
    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Tensor) -> Tensor:
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx: Any, grad: Tensor) -> Tensor:
            (x,) = ctx.saved_tensors
            return torch.as_tensor(3 * x.detach() ** 2 * grad)

    def cube(x: Tensor) -> Any:
        return apply(Cube, x)

    assert_gradients(cube, values(3))
    facts = facts_of(assert_gradients, cube, values(3), second_order=True)
    assert facts.headline.startswith("No second derivative reaches `x` through `cube`")


@pytest.mark.parametrize("inputs", [(torch.ones(2),), (torch.ones(2, dtype=torch.int64),), (3,)])
def test_inputs_that_cannot_be_checked_are_the_authors(inputs: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="assert_gradients needs"):
        assert_gradients(torch.sin, *inputs)


def test_a_large_right_function_costs_only_projections() -> None:
    calls = []

    def counted(x: Tensor) -> Tensor:
        calls.append(1)
        return x.sin()

    assert_gradients(counted, values(100, 100))
    assert len(calls) == 5


def test_a_wrong_gradient_is_shown_on_few_simple_numbers() -> None:
    def product(x: Tensor, w: Tensor) -> Tensor:
        return x @ w.detach() + 2 * (x.detach() @ w)

    facts = facts_of(assert_gradients, product, values(5, 4), values(4, 7))
    assert facts.headline == "The gradient of `product` with respect to `x` is 3 times too small everywhere."
    x, w = (literal_eval(facts.smallest_input[name]) for name in "xw")
    numbers = [value for row in (*x, *w) for value in row]
    assert len(numbers) <= 8
    assert all(value == round(value, 1) and value != 0 for value in numbers)
    assert len(x[0]) == len(w)


def test_a_size_that_explains_a_factor_stays_recognisable() -> None:
    def total(logits: Tensor) -> Any:
        return with_backward(lambda x: (x**2).mean(0).sum(), lambda x, grad: 2 * x * grad)(logits)

    facts = facts_of(assert_gradients, total, values(7, 4))
    assert facts.headline == "The gradient of `total` with respect to `logits` is 4 times too large everywhere."
    assert facts.details == ["4 is the size of dimension 0 of `logits` (the batch size) here."]
    assert [len(row) for row in literal_eval(facts.smallest_input["logits"])] == [3] * 4


def test_simpler_numbers_are_not_at_a_kink() -> None:
    def kinked(x: Tensor) -> Any:
        return with_backward(lambda x: (x - 1).relu() + (x + 1).abs(), lambda x, grad: grad * 3)(x)

    x = torch.tensor([1.02, -1.04, 0.98], dtype=torch.float64)
    shown = literal_eval(facts_of(assert_gradients, kinked, x).smallest_input["x"])
    assert len(shown) == 2
    assert not {1, -1} & set(shown)


def test_a_size_that_the_function_refuses_is_not_tried_on_the_student() -> None:
    def of_three(x: Tensor) -> Tensor:
        assert x.shape[1] == 3, "the author's own sizes"
        return x * x.detach()

    facts = facts_of(assert_gradients, of_three, values(5, 3))
    assert facts.rung == "gradient_value"
    assert len(literal_eval(facts.smallest_input["x"])[0]) == 3


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4), (30,)])
def test_a_smaller_input_is_worth_about_thirty_calls(shape: tuple[int, ...]) -> None:
    calls: list[int] = []

    def counted(x: Tensor) -> Tensor:
        calls.append(x.numel())
        return (x * x.detach()).sum()

    elements = values(*shape).numel()
    facts_of(assert_gradients, counted, values(*shape))
    whole = 1 + 2 * 2 + 2 * elements  # the value, two projections at most, the Jacobian
    shown = whole - 2 * elements + 2 * min(calls)
    assert len(calls) <= whole + 30 + shown


def test_the_smallest_input_of_a_wrong_second_derivative() -> None:
    def cube(x: Tensor) -> Any:
        return with_backward(lambda x: x**3, lambda x, grad: 3 * x.detach() ** 2 * grad)(x)

    facts = facts_of(assert_gradients, cube, values(4, 3), second_order=True)
    assert facts.rung == "gradient_exists"
    assert len(literal_eval(facts.smallest_input["x"])) == 1


def raising(words: str, least: int = 1) -> Any:
    """A backward that raises for at least so many elements."""

    def backward(x: Tensor, grad: Tensor) -> Tensor:
        if x.numel() >= least:
            raise ValueError(words.format(size=x.shape[0]))
        return x.cos() * grad

    return lambda x: with_backward(torch.sin, backward)(x)


@pytest.mark.parametrize("words", ["no idea", "{size} rows"])
def test_a_backward_that_raises_is_shown_on_few_simple_numbers(words: str) -> None:
    facts = facts_of(assert_gradients, raising(words), values(5, 4))
    assert facts.rung == "exception"
    shown = literal_eval(facts.smallest_input["x"])
    assert (len(shown), len(shown[0])) == (1, 1)
    assert shown[0][0] == round(shown[0][0], 1)
    assert facts.headline.endswith(f"raises ValueError: {words.format(size=1)}.")
    assert facts.details[0].startswith("It happens in line")


def test_a_backward_that_raises_for_large_inputs_only_is_shown_on_one() -> None:
    facts = facts_of(assert_gradients, raising("too many", least=3), values(5, 4))
    shown = literal_eval(facts.smallest_input["x"])
    assert 3 <= sum(len(row) for row in shown) <= 4


def test_another_error_on_a_smaller_input_is_not_shown() -> None:
    def backward(x: Tensor, grad: Tensor) -> Tensor:
        if x.numel() < 6:
            raise ValueError("few")
        raise ValueError("many")

    facts = facts_of(assert_gradients, lambda x: with_backward(torch.sin, backward)(x), values(3, 3))
    assert facts.headline.endswith("raises ValueError: many.")
    assert sum(len(row) for row in literal_eval(facts.smallest_input["x"])) >= 6


def test_a_backward_that_raises_in_a_second_derivative_is_shown_small() -> None:
    def backward(x: Tensor, grad: Tensor) -> Tensor:
        if torch.is_grad_enabled():
            raise ValueError("once only")
        return 3 * x**2 * grad

    facts = facts_of(
        assert_gradients, lambda x: with_backward(lambda x: x**3, backward)(x), values(4), second_order=True
    )
    assert facts.headline.endswith("raises ValueError: once only.")
    assert len(literal_eval(facts.smallest_input["x"])) == 1


@pytest.mark.parametrize("odd", [float("nan"), float("inf")])
def test_a_gradient_that_is_not_finite_is_shown_on_few_simple_numbers(odd: float) -> None:
    def backward(x: Tensor, grad: Tensor) -> Tensor:
        return (x.cos() * grad).where(x > 0, odd)

    x = values(5, 4).abs() + 0.01
    x[1, 1] *= -1
    facts = facts_of(assert_gradients, lambda x: with_backward(torch.sin, backward)(x), x)
    assert facts.rung == "non_finite"
    shown = [value for row in literal_eval(facts.smallest_input["x"]) for value in row]
    assert len(shown) <= 4
    assert all(value == round(value, 1) for value in shown)


def test_a_gradient_that_is_nan_at_a_kink_is_shown_small() -> None:
    def norm(x: Tensor) -> Tensor:
        return (x**2).sum(-1).sqrt()

    x = values(4, 3)
    x[0] = 0
    facts = facts_of(assert_gradients, norm, x)
    assert facts.rung == "non_finite"
    assert len(literal_eval(facts.smallest_input["x"])) <= 2


def test_rounding_makes_no_other_gradient_infinite() -> None:
    def backward(x: Tensor, grad: Tensor) -> Tensor:
        slope = x.cos().where(x < 0, 1 / (x - 2).abs() ** 2)  # infinite at 2
        return (slope * grad).where(x > -1, float("inf"))

    x = torch.tensor([-1.37, 2.01], dtype=torch.float64)
    shown = literal_eval(
        facts_of(assert_gradients, lambda x: with_backward(torch.sin, backward)(x), x).smallest_input["x"]
    )
    assert 2 not in shown


@pytest.mark.parametrize("fault", ["raises", "nan"])
def test_a_smaller_input_of_an_error_costs_no_more(fault: str) -> None:
    calls: list[int] = []

    def backward(x: Tensor, grad: Tensor) -> Tensor:
        if fault == "raises":
            raise ValueError("no idea")
        return grad * float("nan")

    def counted(x: Tensor) -> Any:
        calls.append(x.numel())
        return with_backward(torch.sin, backward)(x)

    facts_of(assert_gradients, counted, values(3, 4))
    whole = 1 + 2 * 2 + 2 * 12
    assert len(calls) <= 2 * whole + 30
