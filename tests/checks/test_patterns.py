"""What is wrong with numbers, in a sentence, and nothing when no pattern fits."""

import pytest
import torch

from grader.checks import patterns

X = torch.tensor([[1.0, 2.0, 4.0], [8.0, -3.0, 5.0], [0.5, 7.0, 9.0]], dtype=torch.float64)


@pytest.mark.parametrize(
    ("actual", "sentence"),
    [
        (X * 0, "Every value is zero."),
        (X * 4, "Every value is 4 times too large."),
        (X / 3, "Every value is 3 times too small."),
        (X * 1.5, "Every value is 3/2 times too large."),
        (-X, "Every value is of the wrong sign."),
        (-2 * X, "Every value is of the wrong sign and 2 times too large."),
        (X + 1, "Every value is 1 too large."),
        (X - 0.5, "Every value is 0.5 too small."),
        (X.mT.clone(), "The values are right but transposed: rows and columns are exchanged."),
        (X.flip(0), "The values are right but in reverse order along dimension 0."),
        (X.flip(1), "The values are right but in reverse order along dimension 1."),
        (X.roll(1, 1), "The values are right but shifted by one along dimension 1."),
        (X.flatten()[[3, 1, 4, 0, 8, 2, 6, 7, 5]].reshape(3, 3), "The values are the right ones but in another order."),
    ],
)
def test_known_transformations(actual: torch.Tensor, sentence: str) -> None:
    assert patterns.explain(actual, X) == sentence


def test_noise_has_no_explanation() -> None:
    rng = torch.Generator().manual_seed(0)
    assert patterns.explain(torch.randn(3, 3, dtype=torch.float64, generator=rng), X) is None


def test_equal_values_explain_nothing() -> None:
    ones = torch.ones(3, dtype=torch.float64)
    assert patterns.explain(ones * 2, ones) is None


def test_a_factor_finds_the_size_it_comes_from() -> None:
    sizes = patterns.sizes_of({"logits": torch.zeros(4, 3), "labels": torch.zeros(4)})
    assert patterns.factor_origin(4.0, sizes) == "4 is the size of dimension 0 of `logits` (the batch size) here."
    assert patterns.factor_origin(1 / 3, sizes) == "3 is the size of dimension 1 of `logits` here."
    assert patterns.factor_origin(-12.0, sizes) == "12 is the number of elements of `logits` here."
    assert patterns.factor_origin(5.0, sizes) is None
    square = patterns.sizes_of({"x": torch.zeros(3, 3)})
    assert patterns.factor_origin(3.0, square) == (
        "3 is the size of dimension 0 of `x` (the batch size) and the size of dimension 1 of `x` here."
    )
    assert patterns.factor_origin(2.0, patterns.sizes_of({"x": torch.zeros(2, 5)})) is None  # 2 may come from anywhere


def test_softmax_over_the_wrong_dimension() -> None:
    sentence = patterns.explain(X.softmax(0), X.softmax(1))
    assert sentence == "The values must sum to 1 along dimension 1; yours sum to 1 along dimension 0."


@pytest.mark.parametrize(
    ("actual", "expected", "part"),
    [
        ((2, 3), (3, 2), "transposed"),
        ((2, 4, 3), (2, 3, 4), "another order"),
        ((3,), (3, 1), "missing"),
        ((1, 3), (3,), "too many"),
        ((6,), (2, 3), "arranged in another shape"),
    ],
)
def test_related_shapes(actual: tuple[int, ...], expected: tuple[int, ...], part: str) -> None:
    assert part in str(patterns.reshaped(torch.zeros(actual), torch.zeros(expected)))


def test_unrelated_shapes() -> None:
    assert patterns.reshaped(torch.zeros(2, 3), torch.zeros(4, 5)) is None


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ([1e-6, 5.0], [0.0, 25.0]),  # one number alone is always a multiple
        ([0.0, 1.0, 1.0], [0.0, 0.0, 1.0]),  # it sums to 1 by chance
        ([2.0, 1e-6, 1e-6], [2.0, 0.0, 0.0]),  # nearly right where they are, not in another order
    ],
)
def test_what_fits_by_chance_is_not_explained(actual: list[float], expected: list[float]) -> None:
    assert (
        patterns.explain(torch.tensor(actual, dtype=torch.float64), torch.tensor(expected, dtype=torch.float64)) is None
    )
