import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from grader.report.picture import Point, Regions
from grader.report.regions import draw_regions, mark, sketch_regions
from tests.report import samples


def halves(**more: object) -> Regions:
    """Class 0 below y = 0, class 1 above."""
    fields: dict[str, object] = {
        "title": "r", "classes": [[0] * 4] * 2 + [[1] * 4] * 2, "x_low": -1, "x_high": 1, "y_low": -1, "y_high": 1,
        "points": [Point(x=0.6, y=-0.6, label=0), Point(x=-0.6, y=-0.6, label=1)],
    }  # fmt: skip
    return Regions.model_validate(fields | more)


def test_row_zero_is_the_lowest() -> None:
    assert sketch_regions(halves(), 60)[:4] == ["bbbb", "bbbb", "aaaa", "BaaA"]
    fills = {path.style: path.d for path in draw_regions(halves()).paths if path.style.startswith("region")}
    assert fills["region c1"].startswith("M62 83")
    assert fills["region c0"].startswith("M62 233")


def test_a_point_in_another_region_has_a_ring_and_a_word() -> None:
    drawing = draw_regions(halves())
    assert [path.d.count("z") for path in drawing.paths if path.style == "ring"] == [1]
    assert drawing.note == "1 point lies in the region of another class. Such a point has a ring."
    assert "class 0: 50% of the area, 1 of the points." in drawing.description


def test_each_class_has_a_mark_of_its_own() -> None:
    assert len({mark(number, 0, 0, 5) for number in range(8)}) == 8


def test_classes_are_named() -> None:
    assert [swatch.text for swatch in draw_regions(samples.regions()).legend] == ["background", "moon", "sky"]
    assert [swatch.text for swatch in draw_regions(halves()).legend] == ["class 0", "class 1"]


def test_no_grid_is_a_sentence() -> None:
    assert draw_regions(halves(classes=[])).note == "There is no grid."
    assert sketch_regions(halves(classes=[]), 60) == ["There is no grid."]


@pytest.mark.parametrize(
    "wrong",
    [{"classes": [[0], [0, 1]]}, {"x_high": -1}, {"classes": [[8]]}, {"y_high": 1e300}, {"classes": [[0] * 65]}],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        halves(**wrong)


@given(st.integers(1, 64), st.integers(1, 64), st.data())
def test_any_grid_can_be_drawn(rows: int, columns: int, data: st.DataObject) -> None:
    row = st.lists(st.integers(0, 7), min_size=columns, max_size=columns)
    places = st.floats(-1e6, 1e6)
    points = st.lists(st.builds(Point, x=places, y=places, label=st.integers(0, 7)), max_size=20)
    line = data.draw(row)
    drawing = draw_regions(halves(classes=[line] * rows, points=data.draw(points)))
    assert all(0 <= label.x <= drawing.width and 0 <= label.y <= drawing.height for label in drawing.labels)
