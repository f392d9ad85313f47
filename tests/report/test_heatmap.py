import re

from hypothesis import given
from hypothesis import strategies as st

from grader.report.heatmap import draw_heat_map
from grader.report.picture import HeatMap
from tests.report import samples


def test_a_small_matrix_shows_its_values_on_readable_colours() -> None:
    drawing = draw_heat_map(samples.gradient_map())
    values = [(label.text, label.style) for label in drawing.labels if label.style.startswith("num")]
    assert len(values) == 12
    assert values[0] == ("4", "num on-p4")
    assert ("−4", "num on-n4") in values
    assert ("×", "num on-nan") in values


def test_the_legend_names_both_ends_zero_and_what_is_not_finite() -> None:
    texts = [swatch.text for swatch in draw_heat_map(samples.gradient_map()).legend if swatch.text]
    assert texts == ["−4", "0", "4", "not finite"]


def test_axes_are_named() -> None:
    labels = draw_heat_map(samples.gradient_map()).labels
    assert {"row of the batch", "feature"} <= {label.text for label in labels}
    assert [label.text for label in labels if label.turned] == ["row of the batch"]


def test_rows_and_columns_may_have_names() -> None:
    drawing = draw_heat_map(samples.attention())
    ticks = [(label.text, label.turned) for label in drawing.labels if label.style.startswith("tick")]
    assert ("windowsill", True) in ticks  # too long for its column
    assert ("windowsill", False) in ticks
    assert max(label.y for label in drawing.labels if label.turned and label.style == "tick start") < min(
        label.y for label in drawing.labels if label.style.startswith("num")
    )


def test_a_shared_scale_gives_one_value_one_colour() -> None:
    narrow = draw_heat_map(HeatMap(title="m", values=[[1.0, 2.0]]), (0.0, 8.0))
    assert [label.style for label in narrow.labels if label.text == "2"] == ["num on-p1"]
    assert "The smallest value is 1, the largest 2." in narrow.description


def test_a_long_name_stands_below_a_low_matrix() -> None:
    drawing = draw_heat_map(HeatMap(title="m", values=[[1.0, 2.0]], row_label="element of the result"))
    name = next(label for label in drawing.labels if "element of the result" in label.text)
    assert not name.turned
    assert name.x + 6 * len(name.text) < drawing.width
    assert max(lowest(path.d) for path in drawing.paths) < name.y < drawing.height


def lowest(d: str) -> float:
    """The lowest edge that a path begins from."""
    return max(float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)", d))


def test_a_large_matrix_is_drawn_in_blocks_and_says_so() -> None:
    drawing = draw_heat_map(samples.large_map())
    assert drawing.note == "The matrix is 96 × 96; each cell shows the largest value (by magnitude) of 3 × 3 of them."
    assert drawing.compact
    assert not [label for label in drawing.labels if label.style.startswith("num")]
    assert sum(len(path.d) for path in drawing.paths) < 20_000


def test_block_numbers_are_those_of_the_matrix() -> None:
    ticks = [label.text for label in draw_heat_map(samples.large_map()).labels if label.style == "tick"]
    assert ticks[:3] == ["0", "15", "30"]


def test_an_empty_matrix_is_a_sentence() -> None:
    drawing = draw_heat_map(HeatMap(title="m", values=[]))
    assert (drawing.width, drawing.note) == (0, "The matrix is empty.")


def test_a_constant_matrix_has_one_swatch() -> None:
    assert [s.text for s in draw_heat_map(HeatMap(title="m", values=[[3.0, 3.0]])).legend] == ["3"]
    with_gap = draw_heat_map(HeatMap(title="m", values=[[3.0, None]]))
    assert [s.text for s in with_gap.legend] == ["3", "not finite"]


def test_nothing_finite_is_only_hatched() -> None:
    drawing = draw_heat_map(HeatMap(title="m", values=[[None, None]]))
    assert [s.text for s in drawing.legend] == ["not finite"]
    assert "2 values not finite." in drawing.description


@given(st.lists(st.lists(st.none() | st.floats(), max_size=30), max_size=70), st.booleans())
def test_any_matrix_can_be_drawn(values: list[list[float | None]], labelled: bool) -> None:
    label = "side" if labelled else ""
    drawing = draw_heat_map(HeatMap(title="m", values=values, row_label=label, column_label=label))
    assert 0 <= drawing.width < 2_000
    assert 0 <= drawing.height < 2_000
    assert all(0 <= label.x <= drawing.width and 0 <= label.y <= drawing.height for label in drawing.labels)
