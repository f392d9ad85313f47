"""``grade export``, as one types it."""

import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import TINY, Grade


def test_gradescope_writes_a_zip(grade: Grade, here: Path) -> None:
    outcome = grade("export", "gradescope", "ch1", "--course", str(TINY))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "autograder.zip: upload it as the assignment's autograder.\n"
    with zipfile.ZipFile(here / "autograder.zip") as archive:
        names = set(archive.namelist())
    assert {"setup.sh", "run_autograder", "task.json", "course/course.toml"} <= names
    assert grade("export", "gradescope", "ch1", "--course", str(TINY)).code == 0, "an update takes its place"


@pytest.mark.parametrize("platform", ["prairielearn", "github"])
def test_folders_are_new(grade: Grade, here: Path, platform: str) -> None:
    assert grade("export", platform, "ch1", "--course", str(TINY), "--to", "out").code == 0
    again = grade("export", platform, "ch1", "--course", str(TINY), "--to", "out")
    assert again.code == 2
    assert "is there already" in again.err


def test_what_is_no_target_is_said(grade: Grade, here: Path) -> None:
    outcome = grade("export", "gradescope", "ch9", "--course", str(TINY))
    assert outcome.code == 2
    assert "There is no chapter ch9" in outcome.err
    assert list(here.iterdir()) == []
