from pathlib import Path

import pytest

from grader.course import Progress
from grader.course.progress import Attempt
from tests.cli.conftest import TINY, Grade


def reached(workspace: Path, exercise: str, points: float, of: float) -> None:
    attempt = Attempt(exercise, points, of, points == of, "f00", "v1", "2026-11-30T12:00:00Z")
    Progress(workspace / ".torchgrade").add([attempt])


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if f" {name} " in line)


def test_the_map_says_in_words_what_is_done(grade: Grade, tiny_workspace: Path) -> None:
    reached(tiny_workspace, "ch01_basics/scale", 4, 4)
    reached(tiny_workspace, "ch01_basics/column_means", 1, 3)
    out = grade("list").out
    assert "✓ passed" in line_of(out, "scale")
    assert "◐ 1 of 3 points" in line_of(out, "column_means")
    assert "· to do" in line_of(out, "standardise")
    assert "First steps  1 of 2 passed" in out
    assert out.splitlines()[0] == "A tiny course  1 of 3 passed"
    (tiny_workspace / "ch02_reuse/standardise.py").write_text("x = 1")
    assert "○ started" in line_of(grade("list").out, "standardise")


def test_points_have_two_decimals_and_are_never_rounded_up(grade: Grade, tiny_workspace: Path) -> None:
    reached(tiny_workspace, "ch01_basics/scale", 18 / 7, 4)
    reached(tiny_workspace, "ch01_basics/column_means", 2.9999, 3)
    out = grade("list").out
    assert "◐ 2.57 of 4 points" in line_of(out, "scale")
    assert "◐ 2.99 of 3 points" in line_of(out, "column_means")


def test_one_chapter_and_the_other_language(grade: Grade) -> None:
    out = grade("list", "ch2", "--course", str(TINY), "--lang", "zh").out
    assert "列标准化" in out
    assert "scale" not in out


def test_the_language_can_be_set_once_for_all(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHGRADE_LANG", "zh")
    assert "一个很小的课程" in grade("list", "--course", str(TINY)).out


def test_no_escapes_where_nobody_looks(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in grade("list", "--course", str(TINY), "--no-color").out


def test_outside_a_workspace_there_is_the_map_alone(grade: Grade) -> None:
    assert "· to do" in grade("list", "--course", str(TINY)).out


def test_a_chapter_that_is_not_there(grade: Grade) -> None:
    outcome = grade("list", "ch7", "--course", str(TINY))
    assert (outcome.code, outcome.out) == (2, "")
    assert "this course has ch1, ch2" in outcome.err


def test_a_broken_exercise_is_told_beside_the_map_of_the_others(grade: Grade, broken_course: Path) -> None:
    outcome = grade("list", "--course", str(broken_course))
    assert outcome.code == 3
    assert "no key titel. Did you mean title" in outcome.err
    assert "column_means" in outcome.out


def test_damaged_progress_is_told_beside_the_map(grade: Grade, tiny_workspace: Path) -> None:
    (tiny_workspace / ".torchgrade/progress.json").write_text("{")
    outcome = grade("list")
    assert outcome.code == 3
    assert "progress.json can't be understood" in outcome.err
    assert "standardise" in outcome.out
