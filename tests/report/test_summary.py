import pytest

from grader.report import summary
from grader.report.model import Feedback
from grader.verdict import Cause
from tests.report import samples
from tests.report.samples import check


def test_every_cause_has_a_word_and_a_mark() -> None:
    assert set(summary.WORDS) == set(Cause)
    assert all(summary.tone(cause) in summary.MARKS for cause in Cause)


def test_only_a_pass_is_marked_as_one() -> None:
    assert [cause for cause in Cause if summary.tone(cause) == "pass"] == [Cause.PASSED]


def test_what_is_not_counted_is_never_marked_as_failed() -> None:
    assert all((summary.tone(cause) == "open") == (not cause.graded) for cause in Cause)


def test_tally_in_words() -> None:
    checks = summary.all_checks(samples.mixed())
    assert summary.tally(checks).sentences() == [
        "6 of 14 visible checks passed",
        "1 of 5 hidden checks passed",
        "details of 2 hidden checks not shown",
        "1 check skipped",
        "3 checks not attempted yet",
        "1 check not run (this machine lacks what they need), not counted",
        "1 check could not be graded, not counted",
    ]
    assert "details of 2 hidden checks not shown" not in summary.tally(checks).sentences(for_instructor=True)


def test_a_passed_hidden_check_withholds_nothing() -> None:
    checks = [check("test_a", "A", visibility="hidden", feedback_level="none")]
    assert summary.tally(checks).sentences() == ["1 of 1 hidden check passed"]


def test_no_checks() -> None:
    assert summary.tally([]).sentences() == ["no checks"]


@pytest.mark.parametrize(
    ("causes", "verdict"),
    [
        ([], ("open", "not graded")),
        ([Cause.NOT_RUN], ("open", "not graded")),
        ([Cause.PASSED], ("pass", "all passed")),
        ([Cause.PASSED, Cause.NOT_RUN], ("pass", "passed what was graded")),
        ([Cause.PASSED, Cause.FAILED], ("fail", "1 of 2 passed")),
        ([Cause.PASSED, Cause.SKIPPED], ("fail", "1 of 2 passed")),
        ([Cause.NOT_IMPLEMENTED, Cause.SKIPPED], ("skip", "not attempted yet")),
        ([Cause.FAILED, Cause.BROKEN_CHECK], ("fail", "0 of 1 passed")),
    ],
)
def test_verdict(causes: list[Cause], verdict: tuple[str, str]) -> None:
    checks = [check(f"test_{index}", "A", cause) for index, cause in enumerate(causes)]
    assert summary.verdict(samples.all_passed().model_copy(update={"checks": checks})) == verdict


def test_chapters_keep_the_order_and_add_up() -> None:
    first, second = summary.chapters(samples.mixed())
    assert (first.title, first.points, first.max_points) == ("Autograd by hand", 7.0, 22.0)
    assert [place for place, _ in first.exercises] == [1, 2, 3, 4]
    assert (second.title, [place for place, _ in second.exercises]) == ("Training loops", [5])


def test_a_chapter_without_a_title_is_called_by_its_id() -> None:
    report = samples.perfect().model_copy(update={"chapters": {}})
    assert [chapter.title for chapter in summary.chapters(report)] == ["ch03_autograd"]


def test_checks_of_one_title_are_told_apart_by_their_cases() -> None:
    checks = [check("test_a[lowmem]", "A"), check("test_a[broadcast]", "A"), check("test_b[x]", "B"), check("c", "A")]
    exercise = samples.all_passed().model_copy(update={"checks": checks})
    assert summary.titles(exercise) == ["A (lowmem)", "A (broadcast)", "B", "A"]


def test_one_ending_is_common_only_where_the_notice_explains_it() -> None:
    assert summary.common_ending(samples.not_importable()) is Cause.IMPORT_ERROR
    assert summary.common_ending(samples.not_attempted()) is None
    notice = Feedback(headline="Empty.")
    assert summary.common_ending(samples.cross_entropy().model_copy(update={"notice": notice})) is None
    assert summary.common_ending(samples.not_attempted().model_copy(update={"notice": notice})) is None


def test_to_look_at_leaves_out_what_the_notice_says() -> None:
    assert summary.to_look_at(samples.not_importable(), 9) == []
    assert [one.id for one in summary.to_look_at(samples.cross_entropy(), 2)] == ["test_gradient", "test_ignore_index"]


def test_has_something_to_say() -> None:
    assert not summary.has_something_to_say(check("test_a", "A"))
    assert summary.has_something_to_say(check("test_a", "A", Cause.FAILED, feedback=Feedback(headline="No.")))
