import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.axis import axis


def test_ticks_are_round() -> None:
    assert [text for _, text in axis([0.0, 59.0]).ticks()] == ["0", "20", "40"]
    assert [text for _, text in axis([0.21, 2.3], rounded=True).ticks()] == ["0", "0.5", "1", "1.5", "2", "2.5"]


def test_a_rounded_axis_begins_and_ends_at_a_tick() -> None:
    scale = axis([-0.37, 0.92], rounded=True)
    ticks = [number for number, _ in scale.ticks()]
    assert [scale.low, scale.high] == pytest.approx([ticks[0], ticks[-1]])


def test_three_decades_of_positive_numbers_are_logarithmic() -> None:
    scale = axis([0.02, 300.0], may_be_logarithmic=True)
    assert scale.logarithmic
    assert [scale.low, scale.high] == pytest.approx([0.01, 1000.0])
    assert scale.share(10.0) == pytest.approx(3 / 5)
    assert not axis([0.0, 300.0], may_be_logarithmic=True).logarithmic


def test_decades_are_short() -> None:
    assert [text for _, text in axis([1.0, 1e9], may_be_logarithmic=True).ticks()] == ["1", "100", "1e4", "1e6", "1e8"]


NUMBERS = st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=6)


@given(NUMBERS, st.booleans(), st.booleans())
def test_any_numbers_lie_on_their_axis(numbers: list[float], logarithmic: bool, rounded: bool) -> None:
    scale = axis(numbers, may_be_logarithmic=logarithmic, rounded=rounded)
    assert scale.low < scale.high
    for number in numbers:
        if abs(number) <= 1e200:
            assert -1e-6 <= scale.share(number) <= 1 + 1e-6
    ticks = scale.ticks()
    assert 1 <= len(ticks) <= 8
    assert all(-1e-6 <= scale.share(number) <= 1 + 1e-6 for number, _ in ticks)
