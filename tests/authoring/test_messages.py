"""The golden file of what students read: its text, what counts as a change, and what verify says of one."""

from grader.authoring.messages import changed, document, golden_path, problems, write
from grader.authoring.trial import Trial, run_trial
from tests.judge.conftest import Make

CHECKS = """
    from answer import f
    from grader.checks import assert_close

    def test_one():
        assert_close(f(1.0), 2.0)

    def test_two():
        assert_close(f(2.0), 3.0)
"""
WRONG = '"""You doubled it."""\nFAILS = ["test_two"]\ndef f(x): return 2 * x\n'
TWO = "Failed.\n`f` returns 4.0 instead of 3.0.\nexpected:\n  3.0\nactual:\n  4.0"


def test_what_a_wrong_answer_s_author_reads_of_the_checks_that_it_names(make: Make) -> None:
    one = make(CHECKS, wrong={"doubled": WRONG})
    said = run_trial(Trial(one.exercise.id, "wrong/doubled", 1), one.course, one.sandbox).messages
    assert list(said) == ["test_two"]
    assert "`f` returns 4.0 instead of 3.0." in said["test_two"]
    assert run_trial(Trial(one.exercise.id, "stub", 1), one.course, one.sandbox).messages == {}


def test_the_document_has_answers_by_name_and_checks_in_their_order(make: Make) -> None:
    exercise = make(CHECKS).exercise
    messages = {"b": {"test_two": "Failed.\nTwo.", "test_one": "One with ``` in it."}, "a": {"test_one": "One."}}
    text = document(exercise, messages, {"a": "A hint.", "b": "Another."}, ["test_one", "test_two"])
    titles = [line for line in text.splitlines() if line.startswith("#")]
    assert titles[1:] == ["## a", "### test_one", "## b", "### test_one", "### test_two"]
    assert text.count("```") == 6
    assert "A hint." in text


def test_words_are_a_change_and_the_last_digits_are_not() -> None:
    old = "# 1.1 A\n\n## doubled\n\n### test_two\n\nis off by 1.25e-07 at index (0, 2)\n▁▂▃  0.51 → 2.0\n"
    assert changed(old, old.replace("1.25e-07", "1.3e-07").replace("▁▂▃", "▁▃▃").replace("0.51", "0.49")) == []
    assert changed(old, old.replace("index (0, 2)", "index (0, 3)")) == ["doubled: test_two"]
    assert changed(old, old.replace("is off", "differs")) == ["doubled: test_two"]
    assert changed(old, old + "\n### test_three\n\nNew.\n") == ["doubled: test_three"]
    assert changed(old + "\n## gone\n\nA hint.\n", old) == ["gone"]


def test_how_torch_refuses_an_argument_is_no_change_and_any_other_error_is() -> None:
    old = "## empty\n\n### test_two\n\nLine 11 of your file raises `RuntimeError`.\n"
    assert changed(old, old.replace("RuntimeError", "ValueError")) == []
    assert changed(old, old.replace("RuntimeError", "NameError")) == ["empty: test_two"]
    assert changed(old, old.replace("Line 11", "Line 12")) == ["empty: test_two"]


def test_a_golden_file_holds_and_a_change_is_told(make: Make) -> None:
    exercise = make(CHECKS, wrong={"doubled": WRONG}).exercise
    now = document(exercise, {"doubled": {"test_two": TWO}}, {"doubled": "You doubled it."}, ["test_one", "test_two"])
    assert problems(exercise, now) == []  # there is none yet
    write(exercise, now)
    assert problems(exercise, now) == []
    (problem,) = problems(exercise, now.replace("instead of", "and not"))
    assert problem.startswith("1 message reads otherwise than in messages.md (doubled: test_two)")
    assert problem.count("\n") == 0
    # Only the last digits are others: the file stays as it is, and no diff is left to read.
    write(exercise, now.replace("4.0", "4.1"))
    assert golden_path(exercise).read_text() == now
