import time

from hypothesis import given
from hypothesis import strategies as st

from grader.report.difference import difference


def test_what_differs_is_marked_on_both_sides() -> None:
    expected, actual = difference("(2, 3) float32", "(2, 4) float32")
    assert [text for text, differs in expected if differs] == ["3"]
    assert [text for text, differs in actual if differs] == ["4"]


def test_texts_without_much_in_common_are_not_marked() -> None:
    assert difference("a tensor", "9.81") == ([("a tensor", False)], [("9.81", False)])


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_pieces_are_the_text(expected: str, actual: str) -> None:
    left, right = difference(expected, actual)
    assert ("".join(text for text, _ in left), "".join(text for text, _ in right)) == (expected, actual)


def test_long_texts_are_not_compared() -> None:
    start = time.perf_counter()
    left, _ = difference("0 1 " * 2_000, "1 0 " * 2_000)
    assert len(left) == 1
    assert time.perf_counter() - start < 1
