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


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn", "github"])
def test_a_place_is_made_whatever_its_name(grade: Grade, here: Path, platform: str) -> None:
    outcome = grade("export", platform, "ch1", "--course", str(TINY), "--to", "新 课程/a b")
    assert (outcome.code, outcome.err) == (0, "")
    assert (here / "新 课程" / "a b").exists()


def test_a_place_that_can_not_be_made_is_said(grade: Grade, here: Path) -> None:
    (here / "file").write_text("x")
    outcome = grade("export", "gradescope", "ch1", "--course", str(TINY), "--to", "file/a.zip")
    assert outcome.code == 3
    assert outcome.err == "grade: file could not be written: file exists.\n"


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


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn", "github"])
def test_a_release_can_t_be_handed_over(grade: Grade, here: Path, platform: str) -> None:
    """It would grade with the visible checks alone, and give full points for them."""
    grade("release", "--course", str(TINY), "--to", "students")
    outcome = grade("export", platform, "ch1", "--course", "students", "--to", "out")
    assert outcome.code == 2
    assert "is a release: it has no hidden checks." in outcome.err
    assert not (here / "out").exists()


def test_a_zip_takes_the_place_of_a_zip_alone(grade: Grade, here: Path) -> None:
    (here / "thesis.tex").write_text("x")
    (here / "folder").mkdir()
    refused = grade("export", "gradescope", "ch1", "--course", str(TINY), "--to", "thesis.tex")
    assert (refused.code, (here / "thesis.tex").read_text()) == (2, "x")
    assert "is there already and no zip" in refused.err
    refused = grade("export", "gradescope", "ch1", "--course", str(TINY), "--to", "folder")
    assert (refused.code, list((here / "folder").iterdir())) == (2, [])
    assert "is a folder" in refused.err


@pytest.mark.parametrize(
    ("image", "fits"),
    [
        ("torchgrade", True),
        ("registry.example.org:5000/a_b/torch-grade:2026.1", True),
        ("a/b@sha256:" + "0f" * 32, True),
        ('bad name"x', False),
        ("a/b\nRUN evil", False),
        ("a/b\n", False),
        ("-v", False),
        ("", False),
    ],
)
def test_an_image_has_a_name_that_registries_take(grade: Grade, here: Path, image: str, fits: bool) -> None:
    outcome = grade("export", "prairielearn", "1.1", "--course", str(TINY), "--to", "out", "--image", image)
    assert outcome.code == (0 if fits else 2)
    assert (here / "out").exists() is fits
    assert fits or "is no name of an image" in outcome.err
