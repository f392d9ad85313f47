"""What waits to be graded, and what a change of one file touches."""

import pytest

from grader.course import Exercise, load_course
from grader.submission import Submission
from grader.watch.inbox import Inbox, affected
from tests.watch.test_look import COURSE

SCALE, MEANS = COURSE.exercise("ch01_basics/scale"), COURSE.exercise("ch01_basics/column_means")
LATER = COURSE.exercise("ch02_reuse/standardise")
USES: dict[str, frozenset[str]] = {SCALE.id: frozenset(), MEANS.id: frozenset(), LATER.id: frozenset({MEANS.id})}


def test_saves_are_taken_once_in_their_order() -> None:
    inbox = Inbox()
    old, new = Submission("old"), Submission("new")
    inbox.put(old, [MEANS.id])
    inbox.put(new, [SCALE.id, MEANS.id])
    assert inbox.waits()
    assert inbox.take() == (new, [MEANS.id, SCALE.id])
    assert not inbox.waits(0.01)
    assert inbox.take() == (new, [])


def test_what_goes_wrong_in_the_other_thread_is_raised_where_things_are_taken() -> None:
    inbox = Inbox()

    def fail() -> None:
        raise OSError("the disk is gone")

    inbox.guarded(fail)()
    assert inbox.waits()
    with pytest.raises(OSError, match="the disk is gone"):
        inbox.take()


@pytest.mark.parametrize(
    ("touched", "watched", "expected"),
    [
        ([SCALE.id], [SCALE, MEANS, LATER], [SCALE]),
        ([MEANS.id], [SCALE, MEANS, LATER], [MEANS, LATER]),
        ([LATER.id, SCALE.id], [SCALE, MEANS, LATER], [LATER, SCALE]),
        ([MEANS.id], [LATER], [LATER]),  # an earlier exercise that is not watched itself
        ([SCALE.id], [LATER], []),
        ([], [SCALE, MEANS, LATER], []),
    ],
)
def test_a_change_touches_what_uses_it(touched: list[str], watched: list[Exercise], expected: list[Exercise]) -> None:
    assert affected(touched, watched, USES) == expected


def test_the_tiny_course_is_as_these_tests_take_it() -> None:
    assert load_course(COURSE.root).exercise(LATER.id).uses == (MEANS.id,)
