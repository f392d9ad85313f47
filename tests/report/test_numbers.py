import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (3, "3"),
        (2.5, "2.5"),
        (10 / 3, "3.33"),
        (9.999, "9.99"),
        (0.1 + 0.2, "0.3"),
        (1e-9, "0"),
        (-1.5, "-1.5"),
    ],
)
def test_points(value: float, text: str) -> None:
    assert numbers.points(value) == text


@given(st.integers(1, 500), st.integers(2, 97))
def test_points_are_whole_where_shares_add_up(points: int, parts: int) -> None:
    assert numbers.points(sum([points / parts] * parts)) == str(points)


@pytest.mark.parametrize(
    ("part", "whole", "text"), [(0, 0, "0%"), (1, 1, "100%"), (999, 1000, "99%"), (1, 3, "33%"), (-1, 3, "0%")]
)
def test_percent(part: float, whole: float, text: str) -> None:
    assert numbers.percent(part, whole) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (None, "×"),
        (math.nan, "×"),
        (-math.inf, "×"),
        (0.0, "0"),
        (-0.0, "0"),
        (4.0, "4"),
        (-4.0, "−4"),
        (1 / 3, "0.3333"),
        (-0.25, "−0.25"),
        (9_999.9, "10000"),
        (12_345.678, "12346"),
        (99_999.9, "1e5"),
        (1.2e-7, "1.2e−7"),
        (1.7976931348623157e308, "1.8e308"),
        (5e-324, "4.94e−324"),
    ],
)
def test_value(number: float | None, text: str) -> None:
    assert numbers.value(number) == text


@given(st.floats(-1e308, 1e308))
def test_value_is_short_and_close(number: float) -> None:
    text = numbers.value(number)
    assert len(text) <= 10
    assert math.isclose(float(text.replace("−", "-")), number, rel_tol=5e-3)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0.0 s"), (0.44, "0.4 s"), (9.96, "10 s"), (119.4, "119 s"), (3725, "62 min 5 s")]
)
def test_duration(seconds: float, text: str) -> None:
    assert numbers.duration(seconds) == text
