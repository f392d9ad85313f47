import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.grid import STEPS, grid
from grader.report.picture import HeatMap


def made(values: list[list[float | None]], most: int = 32) -> HeatMap:
    return HeatMap(title="m", values=values)


@pytest.mark.parametrize("values", [[], [[]], [[], []]])
def test_an_empty_matrix(values: list[list[float | None]]) -> None:
    assert grid(made(values), 8).cells == []


def test_ragged_rows_are_filled() -> None:
    cells = grid(made([[1.0], [2.0, 3.0]]), 8)
    assert cells.cells == [[1.0, None], [2.0, 3.0]]
    assert (cells.rows, cells.columns, cells.not_finite) == (2, 2, 1)


def test_levels_around_zero() -> None:
    cells = grid(made([[-2.0, 0.0, 8.0]]), 8)
    assert [cells.level(number) for number in (-8.0, -2.0, 0.0, 4.0, 8.0)] == [-STEPS, -1, 0, 2, STEPS]


def test_levels_of_one_sign_begin_at_the_smallest() -> None:
    cells = grid(made([[1000.0, 1001.0]]), 8)
    assert (cells.level(1000.0), cells.level(1001.0)) == (0, STEPS)


def test_zero_is_neutral_beside_negative_values() -> None:
    cells = grid(made([[-1.0, 0.0]]), 8)
    assert (cells.level(-1.0), cells.level(0.0)) == (-STEPS, 0)
    assert not grid(made([[-1001.0, -1000.0]]), 8).diverging


def test_a_constant_matrix_is_no_extreme_and_zeros_are_nothing() -> None:
    assert grid(made([[4.0, 4.0]]), 8).level(4.0) == STEPS // 2
    assert grid(made([[0.0, 0.0]]), 8).level(0.0) == 0


def test_rounding_is_no_pattern() -> None:
    cells = grid(made([[4.0, 4.0 + 1e-9], [4.0 - 1e-9, None]]), 8)
    assert {cells.level(number) for row in cells.cells for number in row if number is not None} == {STEPS // 2}


def test_one_wrong_value_survives_the_reduction() -> None:
    values: list[list[float | None]] = [[0.0] * 100 for _ in range(50)]
    values[31][77] = -5.0
    cells = grid(made(values), 10)
    assert cells.block == (5, 10)
    assert (len(cells.cells), len(cells.cells[0])) == (10, 10)
    assert cells.cells[6][7] == -5.0
    assert sum(number != 0 for row in cells.cells for number in row) == 1


def test_a_value_that_is_not_finite_survives_the_reduction() -> None:
    values: list[list[float | None]] = [[1.0] * 20 for _ in range(20)]
    values[19][0] = None
    assert grid(made(values), 10).cells[9][0] is None


def test_description_tells_the_values_of_a_small_matrix() -> None:
    words = grid(made([[1.0, -0.5], [None, 2.0]]), 8).describe(with_values=True)
    assert words == (
        "A matrix of 2 rows and 2 columns. The smallest value is −0.5, the largest 2. 1 value not finite. "
        "Row 0: 1, −0.5. Row 1: ×, 2."
    )


@given(st.lists(st.lists(st.none() | st.floats(), max_size=40), max_size=40), st.integers(1, 12))
def test_any_matrix_becomes_a_small_rectangle_of_levels(values: list[list[float | None]], most: int) -> None:
    cells = grid(made(values), most)
    assert len(cells.cells) <= most
    assert len({len(row) for row in cells.cells}) <= 1
    for row in cells.cells:
        assert len(row) <= most
        for number in row:
            assert number is None or (math.isfinite(number) and -STEPS <= cells.level(number) <= STEPS)
