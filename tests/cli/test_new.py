"""grade new."""

import shutil
from pathlib import Path

from tests.cli.conftest import TINY, Grade


def test_a_new_exercise_is_listed_and_its_files_named(grade: Grade, tmp_path: Path) -> None:
    root = Path(shutil.copytree(TINY, tmp_path / "course"))
    outcome = grade("new", "centre_columns", "--chapter", "ch1", "--course", str(root))
    assert outcome.code == 0
    assert "exercises/ch01_basics/centre_columns/checks.py" in outcome.out.splitlines()
    assert "grade verify centre_columns" in outcome.out
    assert "centre_columns" in grade("list", "--course", str(root)).out
    assert "(n, d)" in grade("show", "centre_columns", "--course", str(root)).out


def test_a_name_that_is_taken_is_told(grade: Grade) -> None:
    outcome = grade("new", "scale", "--course", str(TINY))
    assert outcome.code == 2
    assert "take another name" in outcome.err
