from pathlib import Path

from tests.cli.conftest import TINY, Grade


def test_hints_come_one_by_one_and_are_remembered(grade: Grade, tiny_workspace: Path) -> None:
    assert grade("hint", "1.1").out.startswith("Hint 1 of 2: A tensor times a number")
    assert grade("hint", "scale").out.startswith("Hint 2 of 2: In-place")
    last = grade("hint", "1.1").out
    assert "Hint 1 of 2" in last
    assert "Hint 2 of 2" in last
    assert "you have taken every hint" in last


def test_the_other_language(grade: Grade, tiny_workspace: Path) -> None:
    assert "张量乘以一个数" in grade("hint", "1.1", "--lang", "zh").out


def test_no_workspace_no_hint(grade: Grade, here: Path) -> None:
    outcome = grade("hint", "1.1", "--course", str(TINY))
    assert outcome.code == 2
    assert "no workspace" in outcome.err
    assert "grade start ch1" in outcome.err
    assert not list(here.iterdir())


def test_an_exercise_without_hints(grade: Grade, broken_course: Path) -> None:
    toml = broken_course / "exercises/ch01_basics/column_means/exercise.toml"
    toml.write_text(toml.read_text().partition("[[hints]]")[0])
    outcome = grade("hint", "1.2", "--course", str(broken_course))
    assert outcome.code == 0
    assert "has no hints" in outcome.out
