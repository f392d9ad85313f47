"""The gradebook: the rules applied to what the journal holds."""

from datetime import UTC, datetime, timedelta

import pytest

from grader.batch.gradebook import Gradebook, Line, make_gradebook
from grader.batch.journal import Journal
from grader.batch.policy import parse_policy
from grader.batch.roster import Student
from tests.batch.gradebook.marked import hand_in
from tests.batch.stand_in import MEANS, SCALE

DUE = datetime(2026, 5, 11, tzinfo=UTC)  # the end of the tenth
LATE = 'due.default = 2026-05-10\nlate.percent_per_day = 10\n'  # fmt: skip


def book(journal: Journal, text: str = "") -> Gradebook:
    return make_gradebook(journal, parse_policy(text, "policy.toml"))


def line(journal: Journal, text: str = "", student: str = "ada") -> Line:
    return next(each for each in book(journal, text).lines if each.student.name == student)


def days(count: float) -> datetime:
    return DUE + timedelta(days=count)


def test_points_add_up(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 1.0, MEANS: 0.5})
    ada = line(journal)
    assert [grade.points for grade in ada.grades.values()] == [4.0, 1.5]
    assert (ada.total, ada.max_points, ada.notes) == (5.5, 7.0, [])


def test_what_was_not_handed_in_is_a_zero_and_what_is_not_graded_is_none(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 1.0})
    hand_in(journal, "zoe", {SCALE: None, MEANS: 1.0})
    assert line(journal).total == 4.0
    assert line(journal).notes == ["1.2: nothing handed in"]
    zoe = line(journal, student="zoe")
    assert zoe.total is None
    assert zoe.notes == ["1.1: not graded: The disk is full."]


def test_the_class_list_comes_first_and_everybody_on_it_has_a_line(journal: Journal) -> None:
    journal.set_roster([Student("Zoe"), Student("Ada Lovelace", "1"), Student("Mary")])
    hand_in(journal, "lovelaceada", {SCALE: 1.0})
    hand_in(journal, "stranger", {SCALE: 1.0})
    lines = book(journal).lines
    assert [(each.student.name, each.listed, each.handed_in, each.total) for each in lines] == [
        ("Zoe", True, False, 0.0),
        ("Ada Lovelace", True, True, 4.0),
        ("Mary", True, False, 0.0),
        ("stranger", False, True, 4.0),
    ]


def test_a_groups_answer_counts_for_each_member(journal: Journal) -> None:
    journal.set_roster([Student("Ada", group="red"), Student("Mary", group="red"), Student("Zoe", group="blue")])
    hand_in(journal, "red", {SCALE: 1.0})
    assert [each.total for each in book(journal).lines] == [4.0, 4.0, 0.0]


@pytest.mark.parametrize(("after", "points"), [(-1, 4.0), (0, 4.0), (0.5, 3.6), (1, 3.6), (1.01, 3.2), (20, 0.0)])
def test_lateness_costs_by_the_started_day(journal: Journal, after: float, points: float) -> None:
    hand_in(journal, "ada", {SCALE: 1.0, MEANS: 1.0}, received=days(after))
    assert line(journal, LATE).grades[SCALE].points == pytest.approx(points)


def test_a_note_says_what_lateness_cost(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 1.0, MEANS: 1.0}, received=days(1.5))
    assert line(journal, LATE + "grace_days = 1").notes[0] == "1.1: 2 days late, 1 of them free, 0.4 points less"


def test_grace_days_go_to_what_was_due_first_and_run_out(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 1.0, MEANS: 1.0}, received=days(2))
    rules = f'grace_days = 3\nlate.percent_per_day = 10\ndue."{MEANS}" = 2026-05-10\ndue."{SCALE}" = 2026-05-11'
    ada = line(journal, rules)
    assert (ada.grades[MEANS].grace_days, ada.grades[MEANS].points) == (2, 3.0)
    assert (ada.grades[SCALE].days_late, ada.grades[SCALE].grace_days, ada.grades[SCALE].points) == (1, 1, 4.0)
    tight = line(journal, rules.replace("grace_days = 3", "grace_days = 2"))
    assert tight.grades[MEANS].points == 3.0
    assert tight.grades[SCALE].points == pytest.approx(3.6)


def test_no_grace_day_is_spent_on_what_gets_nothing_or_is_decided_by_hand(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 0.0, MEANS: 1.0}, received=days(1))
    ada = line(journal, LATE + "grace_days = 1")
    assert (ada.grades[SCALE].grace_days, ada.grades[MEANS].grace_days, ada.grades[MEANS].points) == (0, 1, 3.0)
    hand_in(journal, "zoe", {SCALE: 1.0, MEANS: 1.0}, received=days(1))
    text = f'{LATE}grace_days = 1\n[[overrides]]\nstudent = "zoe"\nexercise = "{SCALE}"\nreason = "oral"\npoints = 2'
    zoe = line(journal, text, "zoe")
    assert (zoe.grades[SCALE].points, zoe.grades[MEANS].points) == (2.0, 3.0)


@pytest.mark.parametrize(("attempts", "points"), [("best", 3.0), ("first", 1.0), ("last", 2.0)])
def test_which_attempt_counts(journal: Journal, attempts: str, points: float) -> None:
    for attempt, share in ((1, 0.25), (2, 0.75), (3, 0.5)):
        hand_in(journal, "ada", {SCALE: share}, attempt=attempt)
    ada = line(journal, f'attempts = "{attempts}"')
    assert ada.grades[SCALE].points == points


def test_the_best_attempt_is_the_best_after_lateness(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 0.75}, received=days(-1))
    hand_in(journal, "ada", {SCALE: 1.0}, attempt=2, received=days(5))
    assert (line(journal, LATE).grades[SCALE].attempt, line(journal, LATE).grades[SCALE].points) == (1, 3.0)


def test_an_attempt_that_can_not_count_need_not_be_graded(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: None})
    hand_in(journal, "ada", {SCALE: 1.0}, attempt=2)
    assert line(journal, 'attempts = "last"').grades[SCALE].points == 4.0
    assert line(journal, 'attempts = "best"').grades[SCALE].points is None  # it might have been better
    assert line(journal, 'attempts = "first"').grades[SCALE].points is None


def test_an_attempt_without_the_exercise_does_not_take_its_place(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 1.0})
    hand_in(journal, "ada", {MEANS: 1.0}, attempt=2)
    assert line(journal, 'attempts = "last"').total == 7.0


def test_weights_and_dropping(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 0.5, MEANS: 1.0})
    ada = line(journal, f'weights."{MEANS}" = 2')
    assert (ada.total, ada.max_points) == (8.0, 10.0)
    ada = line(journal, "drop_lowest = 1")
    assert (ada.total, ada.max_points, ada.grades[SCALE].dropped) == (3.0, 3.0, True)
    assert line(journal, "drop_lowest = 9").max_points == 3.0  # never all
    hand_in(journal, "zoe", {SCALE: None, MEANS: 1.0})
    assert line(journal, "drop_lowest = 1", "zoe").total is None  # what is not graded may yet be the best


def test_overrides_and_excuses(journal: Journal) -> None:
    hand_in(journal, "ada", {SCALE: 0.25, MEANS: None})
    text = f"""
        [[overrides]]
        student = "ADA"
        exercise = "{SCALE}"
        reason = "the check was too strict"
        points = 4
        [[overrides]]
        student = "ada"
        exercise = "{MEANS}"
        reason = "ill"
        excused = true
    """
    ada = line(journal, text)
    assert (ada.total, ada.max_points, ada.excused) == (4.0, 4.0, False)
    assert "1.1: by hand: the check was too strict" in ada.notes
    assert "1.2: by hand: ill (excused)" in ada.notes


def test_the_same_journal_and_rules_give_the_same_gradebook(journal: Journal) -> None:
    for at in range(20):
        hand_in(journal, f"s{at}", {SCALE: at / 20, MEANS: 1.0}, received=days(at / 4 - 2))
    rules = LATE + "grace_days = 2\ndrop_lowest = 1"
    assert book(journal, rules) == book(journal, rules)
