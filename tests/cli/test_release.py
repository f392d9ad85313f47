"""``grade release`` and grading with what it wrote, as one types them."""

from pathlib import Path

import pytest

from tests.cli.conftest import TINY, Grade


def test_a_release_is_written_and_said(grade: Grade, here: Path) -> None:
    outcome = grade("release", "--course", str(TINY), "--to", "students")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("students: ")
    assert "left out" in outcome.out
    assert not (here / "students" / "solutions").exists()
    assert grade("release", "--course", str(TINY), "--to", "students", "ch1").code == 0
    assert not (here / "students" / "exercises" / "ch02_reuse").exists()


def test_a_folder_of_one_s_own_is_refused_before_anything_is_done(grade: Grade, here: Path) -> None:
    (here / "thesis.tex").write_text("x")
    outcome = grade("release", "--course", str(TINY), "--to", ".")
    assert outcome.code == 2
    assert "holds something that is no release" in outcome.err
    assert [path.name for path in here.iterdir()] == ["thesis.tex"]


def test_a_release_needs_a_place(grade: Grade) -> None:
    assert "--to" in grade("release").err


def test_a_release_of_a_release_is_refused(grade: Grade, here: Path) -> None:
    """It would forget how many checks are graded elsewhere, and with them the points of the whole course."""
    grade("release", "--course", str(TINY), "--to", "students")
    before = (here / "students/exercises/ch01_basics/scale/exercise.toml").read_bytes()
    outcome = grade("release", "--course", "students", "--to", "students")
    assert outcome.code == 2
    assert "students is a release: it has no hidden checks." in outcome.err
    assert (here / "students/exercises/ch01_basics/scale/exercise.toml").read_bytes() == before


def test_one_may_stand_in_the_release_that_is_replaced(
    grade: Grade, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grade("release", "--course", str(TINY), "--to", "students")
    monkeypatch.chdir(here / "students")
    outcome = grade("release", "--course", str(TINY), "--to", ".", "ch1")
    assert (outcome.code, outcome.err) == (0, "")
    assert sorted(path.name for path in here.iterdir()) == ["students"]
    assert not (here / "students/exercises/ch02_reuse").exists()


@pytest.mark.slow
@pytest.mark.sandbox
def test_grading_with_a_release(grade: Grade, here: Path) -> None:
    grade("release", "--course", str(TINY), "--to", "students")
    assert grade("start", "ch1", "ch2", "--course", "students").code == 0
    solution = TINY / "solutions/ch01_basics/column_means/column_means.py"
    (here / "ch01_basics/column_means.py").write_bytes(solution.read_bytes())
    outcome = grade("1.2", "--course", "students")
    assert outcome.code == 0, outcome.err
    assert "graded elsewhere" in outcome.out.replace("\n", " ")
    later = TINY / "solutions/ch02_reuse/standardise/standardise.py"
    (here / "ch02_reuse/standardise.py").write_bytes(later.read_bytes())
    assert grade("2.1", "--course", "students").code == 0, "the earlier one passed just now"
    (here / "ch01_basics/column_means.py").write_text("def column_means(x):\n    return x\n")
    outcome = grade("2.1", "--course", "students")
    assert outcome.code == 1
    assert "finish that one first" in outcome.out.replace("\n", " ")
