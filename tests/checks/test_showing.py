import pytest
import torch

from grader.checks import Finding, assert_close, memory_layout, show
from grader.checks.picture import Layout
from grader.checks.showing import inputs_of, pictures_of

LAYOUT = memory_layout(torch.zeros(2, 3))


def test_a_finding_gets_the_pictures() -> None:
    with pytest.raises(Finding) as caught, show(lambda: LAYOUT, lambda: [LAYOUT, LAYOUT]):
        assert_close(1, 2)
    assert caught.value.facts.pictures == [LAYOUT] * 3


def test_a_plain_assertion_gets_them_too() -> None:
    with pytest.raises(AssertionError) as caught, show(lambda: LAYOUT):
        raise AssertionError("no")
    assert pictures_of(caught.value) == [LAYOUT]
    assert pictures_of(AssertionError()) == []
    assert pictures_of(None) == []


def test_nothing_is_made_when_nothing_fails() -> None:
    made = []

    def picture() -> Layout:
        made.append(1)
        return LAYOUT

    with show(picture):
        assert_close(1, 1)
    with pytest.raises(ZeroDivisionError), show(picture):
        _ = 1 / 0
    assert made == []


def test_a_picture_that_cannot_be_made_is_noted_and_left_out() -> None:
    with pytest.raises(Finding) as caught, show(lambda: memory_layout(None), lambda: LAYOUT):
        assert_close(1, 2)
    assert caught.value.facts.pictures == [LAYOUT]
    assert caught.value.__notes__[0].startswith("a picture could not be made: TypeError: ")


def test_no_more_than_six() -> None:
    with pytest.raises(AssertionError) as caught, show(lambda: [LAYOUT] * 9):
        raise AssertionError
    assert len(pictures_of(caught.value)) == 6


def test_blocks_may_be_nested() -> None:
    with pytest.raises(AssertionError) as caught, show(lambda: LAYOUT), show(lambda: LAYOUT):
        raise AssertionError
    assert len(pictures_of(caught.value)) == 2


PROGRAM = "y = x.exp()\ny.mul_(2)"


def test_a_finding_gets_the_input() -> None:
    with pytest.raises(Finding) as caught, show(inputs={"program": PROGRAM}):
        assert_close(1, 2)
    assert caught.value.facts.smallest_input == {"program": PROGRAM}


def test_a_plain_assertion_gets_the_input_too() -> None:
    with pytest.raises(AssertionError) as caught, show(inputs={"program": PROGRAM, "of": "x"}):
        raise AssertionError("no")
    assert inputs_of(caught.value) == {"program": PROGRAM, "of": "x"}
    assert caught.value.__notes__ == [f"program =\n{PROGRAM}", "of = x"]
    assert inputs_of(AssertionError()) == inputs_of(None) == {}


def test_a_long_input_is_cut_and_has_no_control_characters() -> None:
    with pytest.raises(AssertionError) as caught, show(inputs={"program": "a\x1b[2J\n" * 90}):
        raise AssertionError
    lines = inputs_of(caught.value)["program"].split("\n")
    assert len(lines) == 25
    assert lines[-1] == "…"
    assert all(line.isprintable() for line in lines)
