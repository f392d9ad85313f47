"""assert_shapes: generated sizes and the smallest counterexample."""

from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from grader.checks import assert_shapes
from tests.checks.facts import facts_of


def attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return (q @ k.mT).softmax(-1) @ v


def square_only(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    scores = q @ k.mT
    mask = torch.zeros(1, q.shape[1], q.shape[1])
    return (scores + mask).softmax(-1) @ v


CONTRACT = "b n d, b m d, b m e -> b n e"


def test_right_shapes_pass() -> None:
    assert_shapes(attention, CONTRACT, sizes={"b": [0, 1, 2], "n": [1, 2], "m": [1, 3], "d": [1, 2], "e": 1})
    assert_shapes(lambda x: x.sum(), "n -> ")
    assert_shapes(lambda x: (x.sum(0), x.sum(1)), "n d -> d, n")
    assert_shapes(lambda x: x.unfold(0, 3, 1), "n -> n-2 3", sizes={"n": [3, 4, 8]})
    assert_shapes(lambda x, y: x @ y, "n 3, 3 m -> n m")


def test_numpy_functions() -> None:
    assert_shapes(lambda x: x.mean(0), "n d -> d", dtype=np.float64, result_dtype=np.float64)
    facts = facts_of(assert_shapes, lambda x: x.mean(0), "n d -> d", dtype=np.float64, result_dtype=np.float32)
    assert facts.rung == "dtype"


def test_the_rule_and_the_smallest_sizes_are_told() -> None:
    sizes = {"b": [1, 2], "n": [2, 3], "m": [2, 3], "d": [1, 2], "e": [1, 2]}
    facts = facts_of(assert_shapes, square_only, CONTRACT, sizes=sizes)
    assert facts.headline == "`square_only` should turn q (b, n, d), k (b, m, d), v (b, m, e) into (b, n, e)."
    assert facts.details[0] == "It works when n = m."
    assert facts.details[1].startswith(
        "For b = 1, n = 2, d = 1, m = 3, e = 1 it raises RuntimeError: The size of tensor a"
    )
    assert "`return (scores + mask).softmax(-1) @ v`" in facts.details[2]
    assert facts.rung == "exception"


def test_only_empty_batches_fail() -> None:
    def first(x: Tensor) -> Tensor:
        return x[0].sum() + x.sum(1)

    facts = facts_of(assert_shapes, first, "n d -> n", sizes={"n": [0, 1, 4], "d": 3})
    assert facts.details[0] == "It fails only when n = 0."
    assert facts.details[1].startswith("For n = 0, d = 3 it raises IndexError")


def test_a_squeeze_fails_only_for_size_one() -> None:
    facts = facts_of(assert_shapes, lambda x: x.squeeze(), "n d -> n d", sizes={"n": [1, 2, 5], "d": 2})
    assert facts.details == ["It fails only when n = 1.", "For n = 1, d = 2 it returns shape (2,) instead of (1, 2)."]
    assert (facts.rung, facts.expected, facts.actual) == ("shape", "(1, 2)", "(2,)")
    assert list(facts.smallest_input) == ["x"]


@pytest.mark.parametrize(
    ("fn", "contract", "rung", "detail"),
    [
        (lambda x: x.T, "n d -> n d", "shape", "For n = 1, d = 2 it returns shape (2, 1) instead of (1, 2)."),
        (lambda x: None, "n -> n", "type", "For n = 1 it returns None instead of a tensor of shape (1,)."),
        (lambda x: 1.0, "3 -> ", "type", "It returns the float 1.0 instead of a tensor of shape ()."),
        (lambda x: x, "n -> n, n", "type", "For n = 1 it returns a tensor of shape (1,) instead of 2 tensors."),
        (lambda x: (x, x[1:]), "n -> n, n", "shape", "For n = 1 it returns at [1] shape (0,) instead of (1,)."),
        (lambda: None, "n -> n", "signature", "For n = 1 it raises TypeError"),
    ],
)
def test_wrong_results(fn: Any, contract: str, rung: str, detail: str) -> None:
    facts = facts_of(assert_shapes, fn, contract)
    assert facts.rung == rung
    assert any(found.startswith(detail) for found in facts.details)


def test_a_device_written_into_the_code_is_found_on_meta() -> None:
    assert_shapes(lambda x: torch.zeros_like(x), "n -> n", device="meta")
    facts = facts_of(assert_shapes, lambda x: torch.zeros(x.shape), "n -> n", device="meta")
    assert facts.rung == "device"
    assert facts_of(assert_shapes, lambda x: x + torch.ones(2), "2 -> 2", device="meta").rung == "exception"


def test_arguments_made_by_the_check() -> None:
    def make(n: int, c: int) -> tuple[Tensor, Tensor]:
        return torch.randn(n, c), torch.zeros(n, dtype=torch.int64)

    assert_shapes(torch.nn.functional.cross_entropy, "n c, n -> ", sizes={"n": [1, 3], "c": [2, 3]}, make=make)


def test_what_is_not_written_yet_stays_so() -> None:
    def stub(x: Tensor) -> Tensor:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        assert_shapes(stub, "n -> n")


def test_the_cause_is_kept() -> None:
    from grader.checks import Finding

    with pytest.raises(Finding) as caught:
        assert_shapes(lambda x: x[7], "n -> n")
    assert isinstance(caught.value.__cause__, IndexError)


def test_sizes_of_a_name_that_is_not_there_are_the_authors() -> None:
    with pytest.raises(ValueError, match="'k'"):
        assert_shapes(torch.sin, "n -> n", sizes={"k": 1})
