import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.picture import Curve, HeatMap, Picture, Series
from grader.report.sketch import sketch
from grader.report.text import columns_of
from tests.report import samples


def test_a_small_matrix_is_written_in_columns() -> None:
    assert sketch(samples.gradient_map())[1:5] == [
        "   4     4     4",
        "   4     1    −4",
        "   4     ×  0.25",
        "   4     4     4",
    ]


def test_a_large_matrix_is_shaded() -> None:
    title, *lines = sketch(samples.large_map())
    assert title == "Attention to the future"
    assert lines[24].startswith("− negative, fuller is larger; from −0.99")
    assert any("██" in line for line in lines)
    assert any("−█" in line for line in lines)


def test_a_curve_is_a_sparkline_with_its_ends() -> None:
    losses: list[float | None] = [8.0, 4.0, 2.0, 1.0, 0.0]
    lines = sketch(Curve(title="c", series=[Series(name="yours", y=losses)], threshold=0.5, threshold_label="asked"))
    assert lines == ["c", "█▅▃▂▁  8 → 0  yours", "asked: 0.5"]


def test_the_first_and_the_last_value_are_drawn() -> None:
    losses: list[float | None] = [0.0, *[1.0] * 998, 0.0]
    bars = sketch(Curve(title="c", series=[Series(name="a", y=losses)]), 60)[1].split("  ")[0]
    assert (bars[0], bars[1], bars[-1]) == ("▁", "█", "▁")


def test_what_is_not_finite_is_crossed() -> None:
    assert sketch(samples.diverging_curve())[1].split("  ")[0].endswith("××")
    assert sketch(Curve(title="c", series=[Series(name="a", y=[None])])) == ["c", "no finite value to draw"]
    assert sketch(HeatMap(title="m", values=[])) == ["m", "the matrix is empty"]


FLOATS = st.none() | st.floats()
MAPS = st.builds(HeatMap, title=st.just("m"), values=st.lists(st.lists(FLOATS, max_size=14), max_size=10))
SERIES = st.builds(Series, name=st.text(), y=st.lists(FLOATS, max_size=80))
CURVES = st.builds(Curve, title=st.text(), series=st.lists(SERIES, max_size=3), threshold=FLOATS)


def test_names_of_rows_and_columns_are_written() -> None:
    values: list[list[float | None]] = [[0.5, 1.0], [0.25, 2.0]]
    picture = HeatMap(title="m", values=values, row_ticks=["q", "猫"], column_ticks=["the", "cat"])
    assert sketch(picture)[1:] == ["     the   cat", " q   0.5     1", "猫  0.25     2"]


def test_a_comparison_stands_side_by_side_where_it_fits() -> None:
    assert sketch(samples.comparison(), 72)[1:4] == [
        "yours            right               yours ÷ right",
        "  4    8   −2       1     2  −0.5    4  4  4",
        "0.4    ×    1     0.1  0.25  0.25    4  ×  4",
    ]
    assert sketch(samples.comparison(), 40)[1:5] == ["yours", "    4    8   −2", "  0.4    ×    1", "right"]


@pytest.mark.parametrize("picture", samples.all_pictures(), ids=lambda picture: picture.kind)
@pytest.mark.parametrize("width", [40, 60, 72, 96])
def test_every_kind_fits(picture: Picture, width: int) -> None:
    lines = sketch(picture, width)
    assert len(lines) > 2
    assert max(map(columns_of, lines)) <= width


@given(MAPS | CURVES, st.integers(60, 100))
def test_any_picture_fits(picture: HeatMap | Curve, width: int) -> None:
    assert max(map(len, sketch(picture, width))) <= width
