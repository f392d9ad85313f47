from pathlib import Path

import pytest

from tests.cli.conftest import TINY, Grade


def test_a_statement_is_drawn_with_its_facts(grade: Grade) -> None:
    out = grade("show", "1.1", "--course", str(TINY)).out
    assert "Scale a tensor" in out
    assert "# Scale" not in out
    assert "1.1 · scale.py · 4 points · 2 hints: grade hint 1.1" in out


def test_a_chapter_shows_its_page(grade: Grade) -> None:
    assert "Two small functions on tensors." in grade("show", "ch1", "--course", str(TINY)).out


def test_the_other_language(grade: Grade) -> None:
    assert "缩放张量" in grade("show", "scale", "--course", str(TINY), "--lang", "zh").out


def test_what_an_exercise_builds_on(grade: Grade) -> None:
    assert "builds on column_means" in grade("show", "2.1", "--course", str(TINY)).out


def test_what_is_not_there(grade: Grade) -> None:
    outcome = grade("show", "2.7", "--course", str(TINY))
    assert outcome.code == 2
    assert "ch02_reuse has 2.1 to 2.1" in outcome.err


def test_a_broken_exercise_says_why(grade: Grade, broken_course: Path) -> None:
    outcome = grade("show", "scale", "--course", str(broken_course))
    assert outcome.code == 3
    assert "no key titel" in outcome.err


def test_a_statement_that_is_not_text(grade: Grade, broken_course: Path) -> None:
    (broken_course / "exercises/ch02_reuse/standardise/README.md").write_bytes(b"\xff")
    outcome = grade("show", "2.1", "--course", str(broken_course))
    assert outcome.code == 3
    assert outcome.err.count("\n") == 1


def test_tables_keep_every_character_at_a_width_of_80(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = grade("show", "1.1").out
    assert "…" not in out, "a function's arguments were cut"
    assert max(map(len, out.splitlines())) <= 80
