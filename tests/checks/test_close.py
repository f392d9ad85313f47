"""assert_close: what it accepts, and the first difference it tells."""

import math
from collections import namedtuple
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from grader.checks import Finding, assert_close, difference
from tests.checks.facts import facts_of

Pair = namedtuple("Pair", "values indices")


def softmax_over_rows(x: Tensor, dim: int = 1) -> Tensor:
    return x.softmax(0)


def doubled(x: Tensor) -> Tensor:
    return 2 * x


NAN = float("nan")


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0 + 1e-6])),
        (torch.tensor([1, 2]), torch.tensor([1, 2])),
        (torch.tensor([True]), torch.tensor([True])),
        (torch.tensor([math.inf, -math.inf]), torch.tensor([math.inf, -math.inf])),
        (torch.zeros(0, 3), torch.zeros(0, 3)),
        (torch.tensor(1 + 2j), torch.tensor(1 + 2j)),
        (torch.ones(2, dtype=torch.bfloat16), torch.ones(2, dtype=torch.bfloat16)),
        (torch.eye(2).to_sparse(), torch.eye(2).to_sparse()),
        (torch.ones(2, device="meta"), torch.ones(2, device="meta")),
        (torch.nn.Parameter(torch.ones(2)), torch.ones(2)),
        (np.array([1.0, 2.0]), np.array([1.0, 2.0])),
        (np.array(["a", "b"]), np.array(["a", "b"])),
        (np.float64(2.0), 2.0),
        (3, 3),
        (0.1 + 0.2, 0.3),
        (1 + 1j, 1 + 1j),
        (None, None),
        ("text", "text"),
        (torch.float32, torch.float32),
        (torch.Size([2, 3]), torch.Size([2, 3])),
        ((2, 3), torch.Size([2, 3])),
        ({1, 2}, {2, 1}),
        ({"a": [1, torch.ones(2)]}, {"a": [1, torch.ones(2)]}),
        (Pair(torch.ones(1), 3), (torch.ones(1), 3)),
        ([], []),
    ],
)
def test_accepts_equal_values(actual: Any, expected: Any) -> None:
    assert_close(actual, expected)


@pytest.mark.parametrize(
    ("actual", "expected", "rung"),
    [
        (None, torch.zeros(2), "type"),
        ([0.0, 0.0], torch.zeros(2), "type"),
        (np.zeros(2), torch.zeros(2), "type"),
        (torch.zeros(2), np.zeros(2), "type"),
        (torch.tensor(1.0), 1.0, "type"),
        (1, 1.0, "type"),
        (True, 1, "type"),
        ("1", 1, "type"),
        (object(), [1], "type"),
        (torch.eye(2).to_sparse(), torch.eye(2), "type"),
        (torch.zeros(2, dtype=torch.float64), torch.zeros(2), "dtype"),
        (np.zeros(2), np.zeros(2, np.float32), "dtype"),
        (torch.zeros(2, device="meta"), torch.zeros(2), "device"),
        (torch.zeros(1, 2), torch.zeros(2), "shape"),
        (torch.zeros(1), torch.zeros(3), "shape"),  # would broadcast
        (np.zeros((3, 1)), np.zeros(3), "shape"),
        ([1, 2], [1, 2, 3], "shape"),
        (torch.tensor([1.0, NAN]), torch.tensor([1.0, 2.0]), "non_finite"),
        (torch.tensor([math.inf]), torch.tensor([-math.inf]), "non_finite"),
        (torch.tensor([NAN]), torch.tensor([NAN]), "non_finite"),
        (NAN, 1.0, "non_finite"),
        (torch.tensor([1.0]), torch.tensor([math.inf]), "value"),
        (torch.tensor([1, 2]), torch.tensor([1, 3]), "value"),
        (torch.tensor([True, False]), torch.tensor([False, True]), "value"),
        (torch.tensor(2**53 + 1), torch.tensor(2**53), "value"),  # equal as float64
        (torch.tensor(1 + 2j), torch.tensor(1 - 2j), "value"),
        ({"a": 1}, {"b": 1}, "value"),
        ({"a": 1, "b": 2}, {"a": 1}, "value"),
        ({1}, {2}, "value"),
        ("a", "b", "value"),
        ((3, 2), torch.Size([2, 3]), "value"),
        (np.array(["a"]), np.array(["b"]), "value"),
    ],
)
def test_tells_the_first_rung_that_differs(actual: Any, expected: Any, rung: str) -> None:
    assert facts_of(assert_close, actual, expected).rung == rung


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64])
@pytest.mark.parametrize("error", [1e-8, 1e-6, 1e-4, 1e-2, 1e-1])
def test_agrees_with_torch_on_tolerances(dtype: torch.dtype, error: float) -> None:
    expected = torch.tensor([1.0, 100.0, 1e-3], dtype=dtype)
    actual = expected * (1 + error)
    try:
        torch.testing.assert_close(actual, expected)
        close = True
    except AssertionError:
        close = False
    if close:
        assert_close(actual, expected)
    else:
        assert facts_of(assert_close, actual, expected).rung == "value"


def test_one_tolerance_alone_leaves_the_other_at_zero() -> None:
    assert_close(torch.tensor([1.0]), torch.tensor([1.05]), atol=0.1)
    assert_close(5, 6, atol=1)
    with pytest.raises(Finding):
        assert_close(torch.tensor([1.0]), torch.tensor([1.05]), rtol=0.01)


def test_equal_nan() -> None:
    assert_close(torch.tensor([NAN, 1.0]), torch.tensor([NAN, 1.0]), equal_nan=True)
    assert_close([NAN], [NAN], equal_nan=True)


def test_names_the_function_that_was_called_and_its_arguments() -> None:
    x = torch.tensor([[0.0, 1.0], [0.0, 3.0]])
    with pytest.raises(Finding) as caught:
        assert_close(softmax_over_rows(x, dim=1), x.softmax(1))
    facts = caught.value.facts
    assert facts.headline == "`softmax_over_rows` is wrong in 4 of 4 places."
    assert facts.smallest_input == {"x": "[[0.0, 1.0], [0.0, 3.0]]", "dim": "1"}
    assert "must sum to 1 along dimension 1; yours sum to 1 along dimension 0." in facts.details[0]
    assert facts.data["function"] == "softmax_over_rows"
    assert facts.data["args"][0] is x
    assert facts.data["kwargs"] == {"dim": 1}
    assert torch.equal(facts.data["value"], x.softmax(0))
    assert torch.equal(facts.data["expected"], x.softmax(1))


def test_follows_a_name_to_the_call_that_it_was_assigned_from() -> None:
    x = torch.tensor([1.0, 2.0, 4.0])
    out = doubled(x)
    with pytest.raises(Finding) as caught:
        assert_close(out, x)
    assert caught.value.facts.headline.startswith("`doubled` is wrong")
    assert caught.value.facts.details == ["Every value is 2 times too large."]
    assert caught.value.facts.data["args"] == (x,)


def test_an_argument_that_was_assigned_again_is_not_shown_as_the_input() -> None:
    x = torch.tensor([1.0, 2.0, 4.0])
    out = doubled(x)
    x = x + 1
    with pytest.raises(Finding) as caught:
        assert_close(out, torch.zeros(3))
    assert caught.value.facts.headline.startswith("`doubled`")
    assert caught.value.facts.smallest_input == {}
    assert caught.value.facts.data == {}


def test_an_expression_is_named_by_its_source() -> None:
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(Finding) as caught:
        assert_close(x.grad, torch.ones(2))
    assert caught.value.facts.headline == "`x.grad` is None instead of a tensor of shape (2,)."
    assert caught.value.facts.details == [
        "None comes of a function without `return`, and of the `.grad` of a tensor that no gradient reached."
    ]


def test_works_without_source() -> None:
    code = "from grader.checks import assert_close\nimport torch\nassert_close(torch.ones(2), torch.zeros(2))"
    with pytest.raises(Finding) as caught:
        exec(compile(code, "<nowhere>", "exec"), {})
    assert caught.value.facts.headline == "The result is wrong in 2 of 2 places."


def test_a_large_tensor_is_cut_to_where_it_differs() -> None:
    expected = torch.zeros(100, 100)
    actual = expected.clone()
    actual[3, 4] = 9.0
    facts = facts_of(assert_close, actual, expected)
    assert (facts.expected, facts.actual, facts.where) == ("[[0.0]]", "[[9.0]]", "index (3, 4)")
    actual[3:5, 4:6] = 9.0
    facts = facts_of(assert_close, actual, expected)
    assert facts.actual == "[[9.0, 9.0], [9.0, 9.0]]"
    assert facts.where == "[3:5, 4:6]"
    facts = facts_of(assert_close, expected + 1, expected + 2)
    assert (facts.expected, facts.actual, facts.where) == ("2.0", "1.0", "index (0, 0)")


def test_prints_enough_digits_to_tell_the_values_apart() -> None:
    facts = facts_of(assert_close, torch.tensor([1.00001], dtype=torch.float64), torch.ones(1, dtype=torch.float64))
    assert facts.actual == "[1.00001]"
    assert facts_of(assert_close, 1.000001, 1.0).headline.endswith("is 1.000001 instead of 1.0.")


def test_a_small_matrix_is_drawn() -> None:
    facts = facts_of(assert_close, torch.eye(3), torch.ones(3, 3))
    assert facts.pictures == [difference(torch.eye(3), torch.ones(3, 3), labels=("", ""))]
    assert facts_of(assert_close, torch.eye(300), torch.ones(300, 300)).pictures == []


def test_the_path_into_a_container_is_told() -> None:
    def run() -> list[Any]:
        return [torch.ones(1), {"loss": 2.0}]

    with pytest.raises(Finding) as caught:
        assert_close(run(), [torch.ones(1), {"loss": 1.0}])
    assert caught.value.facts.headline == "`run(…)[1]['loss']` is 2.0 instead of 1.0."


def test_the_message_comes_first() -> None:
    facts = facts_of(assert_close, 1, 2, message="The mean of nothing is 0.")
    assert facts.details[0] == "The mean of nothing is 0."


def test_a_hostile_string_is_bounded_and_harmless() -> None:
    facts_of(assert_close, "\x1b[31m" + "x" * 100_000, "y")
    facts_of(assert_close, {"\x00\n" * 5000: 1}, {"a": 1})
    facts_of(assert_close, 10**5000, 1)
    facts_of(assert_close, [[["deep"] * 1000] * 1000], [1, 2])


def test_an_object_is_never_asked_for_its_text() -> None:
    class Liar:
        def __repr__(self) -> str:
            raise RuntimeError

        __str__ = __repr__

    assert facts_of(assert_close, Liar(), torch.ones(1)).headline.endswith(
        "an object of type Liar instead of a tensor of shape (1,)."
    )


def test_a_list_that_contains_itself_ends() -> None:
    loop: list[Any] = []
    loop.append(loop)
    assert facts_of(assert_close, loop, [[1]]).rung == "type"
    with pytest.raises(ValueError, match="contains itself"):
        assert_close(loop, loop)


def same(actual: Any, expected: Any) -> None:
    assert_close(np.asarray(actual.detach()), np.asarray(expected))


def test_a_helper_of_the_check_is_looked_through() -> None:
    x = torch.tensor([1.0, 2.0, 4.0])
    with pytest.raises(Finding) as caught:
        same(doubled(x), x)
    assert caught.value.facts.headline == "`doubled` is wrong in 3 of 3 places."
    assert caught.value.facts.smallest_input == {"x": "[1.0, 2.0, 4.0]"}
    with pytest.raises(Finding) as caught:
        same(expected=x, actual=x.mT if x.dim() == 2 else x + 1)
    assert caught.value.facts.headline == "`x.mT if x.dim() == 2 else x + 1` is wrong in 3 of 3 places."


def test_a_test_that_pytest_calls_has_no_caller_to_look_at() -> None:
    def check(value: Any) -> None:
        assert_close(value, 2)

    with pytest.raises(Finding, match="`value` is 1 instead of 2"):
        check(*[1])


def test_a_message_without_a_full_stop_is_what_the_value_is_called() -> None:
    facts = facts_of(assert_close, torch.zeros(2), torch.ones(2), message="the gradient of `w`")
    assert facts.headline == "The gradient of `w`: wrong in 2 of 2 places."
    assert facts.details == ["The largest difference is 1.0, at index (0,)."]
    facts = facts_of(assert_close, {"w": [1.0, None]}, {"w": [1.0, torch.ones(2)]}, message="`grads` of the example")
    assert facts.headline == "`grads` of the example, in part `w[1]`: None instead of a tensor of shape (2,)."
    facts = facts_of(assert_close, 1, 2, message="x.grad after a step")
    assert facts.headline == "x.grad after a step: 1 instead of 2."  # a name keeps its small letter


def test_one_number_is_told_in_the_headline() -> None:
    facts = facts_of(assert_close, torch.tensor([[2.5]]), torch.tensor([[5.0]]), message="the loss")
    assert facts.headline == "The loss: [[2.5]] instead of [[5.0]]."
    assert facts.where is None


def test_a_short_list_is_told_as_a_whole() -> None:
    with pytest.raises(Finding) as caught:
        assert_close(fresh((2, 3, 4)), (12, 4, 1))
    facts = caught.value.facts
    assert facts.headline == "`fresh` returns (1, 2, 6) instead of (12, 4, 1)."
    assert (facts.expected, facts.actual) == ("(12, 4, 1)", "(1, 2, 6)")
    assert facts_of(assert_close, [1.0, 2.0000009], [1.0, 2.0000001]).actual == "[1.0, 2.000001]"
    assert facts_of(assert_close, list(range(20)), [0] * 20).actual == "1"
    assert facts_of(assert_close, ["a", "b"], ["a", "c"]).headline == "The result is 'b' instead of 'c'."


def fresh(shape: tuple[int, ...]) -> tuple[int, ...]:
    return (1, 2, 6)


def test_a_conversion_is_looked_through() -> None:
    with pytest.raises(Finding) as caught:
        assert_close(float(doubled(torch.tensor(2.0))), 5.0)
    assert caught.value.facts.headline == "`doubled` returns 4.0 instead of 5.0."
    loss = torch.tensor(2.0)
    with pytest.raises(Finding) as caught:
        assert_close(float(loss), 5.0)
    assert caught.value.facts.headline == "`loss` is 2.0 instead of 5.0."
    assert caught.value.facts.smallest_input == {}


def test_rounding_that_is_within_the_tolerance_takes_no_digits() -> None:
    expected = torch.tensor([[0.1, 0.2], [0.3, 0.4]], dtype=torch.float64)
    actual = expected + torch.tensor([[1e-12, 0.0], [0.0, 1.0]], dtype=torch.float64)
    facts = facts_of(assert_close, actual, expected)
    assert (facts.expected, facts.actual) == ("[[0.1, 0.2], [0.3, 0.4]]", "[[0.1, 0.2], [0.3, 1.4]]")
    assert facts.pictures[0].yours[0][0] == 0.1  # type: ignore[union-attr]
