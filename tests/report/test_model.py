import math

import pytest
from pydantic import ValidationError

from grader.report.model import CheckResult, Feedback
from grader.report.picture import Curve, HeatMap, Series
from grader.verdict import Cause
from tests.report import samples


def test_what_is_not_finite_becomes_none() -> None:
    picture = HeatMap(title="", values=[[1.0, math.nan], [math.inf, -math.inf]])
    assert picture.values == [[1.0, None], [None, None]]
    assert Series(name="", y=[math.nan, 2.0]).y == [None, 2.0]
    assert Curve(title="", series=[], threshold=math.nan).threshold is None


@pytest.mark.parametrize("field", ["points", "max_points", "seconds"])
def test_amounts_are_finite(field: str) -> None:
    with pytest.raises(ValidationError, match="finite"):
        CheckResult.model_validate(samples.check("test_a", "A").model_dump() | {field: math.nan})


def test_lone_surrogates_become_replacement_characters() -> None:
    feedback = Feedback(headline="a\ud800b", details=["\udfff"], smallest_input={"\ud800": "\ud83d\ude00"})
    assert feedback == Feedback(headline="a\ufffdb", details=["\ufffd"], smallest_input={"\ufffd": "😀"})


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        samples.check("test_a", "A", verdict="passed")


def test_an_exercise_without_a_graded_check_has_not_passed() -> None:
    exercise = samples.all_passed()
    assert exercise.passed
    not_run = [samples.check("test_gpu", "On a GPU", Cause.NOT_RUN)]
    assert not exercise.model_copy(update={"checks": not_run}).passed
    assert not exercise.model_copy(update={"checks": []}).passed


def test_what_was_not_graded_does_not_stand_in_the_way_of_a_pass() -> None:
    exercise = samples.all_passed()
    more = samples.check("test_gpu", "On a GPU", Cause.NOT_RUN)
    assert exercise.model_copy(update={"checks": [*exercise.checks, more]}).passed


def test_chapter() -> None:
    assert samples.all_passed().chapter == "ch03_autograd"
