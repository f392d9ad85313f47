from hypothesis import given
from hypothesis import strategies as st

from grader.report.comparison import draw_comparison, maps, scale
from grader.report.picture import Comparison
from tests.report import samples


def test_yours_and_right_share_one_scale_and_one_legend() -> None:
    yours, right, ratio = draw_comparison(samples.comparison()).panels
    assert (yours.title, right.title, ratio.title) == ("yours", "right", "yours ÷ right")
    assert yours.legend == []
    assert [swatch.text for swatch in right.legend if swatch.text] == ["−8", "0", "8"]
    assert [label.style for label in right.labels if label.text == "2"][-1] == "num on-p1"  # a quarter of 8


def test_the_ratio_is_entry_by_entry() -> None:
    assert maps(samples.comparison())[2].values == [[4.0, 4.0, 4.0], [4.0, None, 4.0]]


def test_where_both_are_zero_the_ratio_is_right() -> None:
    picture = Comparison(title="c", yours=[[0.0, 1.0]], right=[[0.0, 0.0]], how="ratio")
    assert maps(picture)[2].values == [[1.0, None]]


def test_the_difference_has_a_scale_of_its_own() -> None:
    picture = Comparison(title="c", yours=[[100.0, 200.0]], right=[[100.0, 200.5]])
    assert maps(picture)[2].values == [[0.0, -0.5]]
    assert scale(picture) == (100.0, 200.5)
    assert next(swatch.text for swatch in draw_comparison(picture).panels[2].legend if swatch.text) == "−0.5"


def test_the_description_tells_all_three() -> None:
    words = draw_comparison(samples.comparison()).description
    assert "yours: A matrix of 2 rows and 3 columns. The smallest value is −2, the largest 8." in words
    assert "right: A matrix of 2 rows and 3 columns. The smallest value is −0.5, the largest 2." in words


ROWS = st.lists(st.lists(st.none() | st.floats(), max_size=20), max_size=20)


@given(ROWS, ROWS, st.sampled_from(["difference", "ratio"]))
def test_any_two_matrices_can_be_drawn(
    yours: list[list[float | None]], right: list[list[float | None]], how: str
) -> None:
    picture = Comparison.model_validate({"title": "c", "yours": yours, "right": right, "how": how})
    assert len(draw_comparison(picture).panels) == 3
