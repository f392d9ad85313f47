"""Short, bounded, printable text of anything."""

from typing import Any

import numpy as np
import pytest
import torch

from grader.checks.render import capitalised, clean, describe, either, join, literal


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (torch.tensor([[0.0, 1.5], [2.0, 3.25]]), "[[0.0, 1.5], [2.0, 3.25]]"),
        (torch.tensor([1, 2]), "[1, 2]"),
        (torch.tensor(2.0), "2.0"),
        (torch.tensor([True]), "[True]"),
        (torch.tensor([1 + 2j]), "[1.0+2.0j]"),
        (torch.zeros(0, 3), "an empty tensor of shape (0, 3)"),
        (torch.arange(100), "shape (100,), int64, from 0 to 99"),
        (torch.ones(5, 5, dtype=torch.bool), "shape (5, 5), bool, 25 True values"),
        (torch.zeros(5, 5, device="meta"), "shape (5, 5), float32"),
        (torch.tensor([float("nan"), -float("inf")]), "[nan, -inf]"),
        (torch.eye(2).to_sparse(), "[[1.0, 0.0], [0.0, 1.0]]"),
        (np.array([1.0, 2.0]), "[1.0, 2.0]"),
        (np.arange(100), "shape (100,), int64, from 0 to 99"),
        (np.float32(1.5), "1.5"),
        (1e-12, "1e-12"),
        (123456.0, "123456.0"),
        (1.23456e8, "1.235e+08"),
        (10**100, "an integer of 333 bits"),
        (None, "None"),
        ((1,), "(1,)"),
        ({"a": [1, None]}, "{'a': [1, None]}"),
        (set(), "set()"),
        (torch.Size([2, 3]), "(2, 3)"),
        (torch.float16, "torch.float16"),
        ("a\x1bb", "'a\\x1bb'"),
        (object(), "an object of type object"),
        (np.str_("a"), "an object of type str_"),
    ],
)
def test_literals(value: Any, text: str) -> None:
    assert literal(value) == text


def test_a_literal_can_be_typed_in_again() -> None:
    x = torch.tensor([[1.0, -2.0], [0.5, 3.0]])
    assert torch.equal(torch.tensor(eval(literal(x))), x)


@pytest.mark.parametrize("value", [["x" * 1000] * 1000, "y" * 10_000, {i: i for i in range(10_000)}, [10**5000]])
def test_nothing_is_long(value: Any) -> None:
    assert len(literal(value)) <= 400
    assert len(describe(value)) <= 400


def test_clean_text() -> None:
    assert clean("a\nb\x1b[0m\u202e") == "a b�[0m�"
    assert clean("x" * 500, 10) == "x" * 9 + "…"


def test_the_beginning_of_a_sentence() -> None:
    assert capitalised("the gradient of `w`") == "The gradient of `w`"
    assert capitalised("x.grad of the leaf") == "x.grad of the leaf"
    assert capitalised("train 模式下的预测") == "train 模式下的预测"


def test_words() -> None:
    assert join(["a", "b", "c"]) == "a, b and c"
    assert join(["a"]) == "a"
    assert either(["a", "b", "c"]) == "a, b or c"
