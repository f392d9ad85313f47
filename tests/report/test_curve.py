import math
import re

from hypothesis import given
from hypothesis import strategies as st

from grader.report.curve import draw_curve
from grader.report.drawing import Drawing
from grader.report.picture import Curve, Series
from tests.report import samples


def numbers(d: str) -> list[float]:
    return [float(text) for text in re.findall(r"-?\d+(?:\.\d+)?", d)]


def line(drawing: Drawing, index: int = 0) -> str:
    return next(path.d for path in drawing.paths if path.style == f"line s{index}")


def points(d: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", d)]


def test_a_loss_curve_has_lines_a_threshold_ticks_and_a_legend() -> None:
    drawing = draw_curve(samples.loss_curve())
    assert [swatch.text for swatch in drawing.legend] == ["your loop", "the reference's loop"]
    texts = [label.text for label in drawing.labels]
    assert {"0.5", "20", "step", "loss", "asked for, at most: 0.35"} <= set(texts)
    assert "your loop: 60 values, starts at 2.303 and ends at 2.3" in drawing.description


def test_a_falling_loss_falls_on_paper_and_the_threshold_lies_between() -> None:
    drawing = draw_curve(samples.loss_curve())
    heights = [y for _, y in points(line(drawing, 1))]
    threshold = numbers(next(path.d for path in drawing.paths if path.style == "threshold"))[1]
    assert heights == sorted(heights)  # y grows downwards
    assert heights[0] < threshold < heights[-1]


def test_a_gap_breaks_the_line() -> None:
    curve = Curve(title="c", series=[Series(name="a", y=[1.0, 2.0, None, 3.0])])
    assert line(draw_curve(curve)).count("M") == 2


def test_the_first_value_that_is_not_finite_is_told() -> None:
    assert draw_curve(samples.diverging_curve()).note == "The first value that is not finite is at step 30."


def test_a_spike_survives_the_thinning() -> None:
    losses: list[float | None] = [1.0] * 50_000
    losses[31_234] = 7.0
    drawing = draw_curve(Curve(title="c", series=[Series(name="a", y=losses)]))
    heights = [y for _, y in points(line(drawing))]
    assert len(heights) <= 240
    assert min(heights) < max(heights) - 100


def test_a_gap_survives_the_thinning() -> None:
    losses: list[float | None] = [1.0] * 50_000
    losses[31_234] = None
    assert draw_curve(Curve(title="c", series=[Series(name="a", y=losses)])).note.endswith("step 31234.")


def test_nothing_finite_is_a_sentence() -> None:
    drawing = draw_curve(Curve(title="c", series=[Series(name="a", y=[None, math.nan])]))
    assert (drawing.width, drawing.note) == (0, "There is no finite value to draw.")
    assert draw_curve(Curve(title="c", series=[])).width == 0


def test_many_lines_are_counted() -> None:
    curve = Curve(title="c", series=[Series(name=str(i), y=[1.0, 2.0]) for i in range(9)])
    drawing = draw_curve(curve)
    assert len(drawing.legend) == 6
    assert "3 more lines not drawn." in drawing.note


SERIES = st.builds(
    Series,
    name=st.just("a"),
    y=st.lists(st.none() | st.floats(), max_size=8),
    x=st.none() | st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=8),
)


@given(st.lists(SERIES, max_size=3), st.none() | st.floats())
def test_any_curve_stays_on_its_paper(series: list[Series], threshold: float | None) -> None:
    drawing = draw_curve(Curve(title="c", series=series, threshold=threshold))
    for path in drawing.paths:
        for x, y in points(path.d):
            assert 0 <= x <= drawing.width
            assert 0 <= y <= drawing.height
    assert all(0 <= label.x <= drawing.width and 0 <= label.y <= drawing.height for label in drawing.labels)
