"""Notebooks in what a class handed in, in every layout."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.batch.intake import take_in
from grader.notebook import MAX_NOTEBOOK_BYTES
from grader.submission import submission_of
from tests.batch.intake.trees import EXERCISES, folder
from tests.notebook.notebooks import notebook
from tests.notebook.test_assemble import MEANS, SCALE

CHAPTER = notebook("# grade: scale\na = 1", "# grade: column_means\nb = 2")
OWN = notebook("a = 1")
BOTH = frozenset({SCALE.id, MEANS.id})
ONE = frozenset({SCALE.id})
Found = Mapping[str, frozenset[str]]


def taken(path: Path, pattern: str | None = None) -> dict[str, frozenset[str]]:
    """The exercises that each student has an answer to."""
    found = take_in(path, EXERCISES, pattern)
    return {
        each.student: frozenset(submission_of(each.files, [SCALE, MEANS], each.student, each.unread).files)
        for each in found.handed_in
    }


@pytest.mark.parametrize(
    ("files", "pattern", "expected"),
    [
        ({"Ada Lovelace_400123_assignsubmission_file_/hw.ipynb": CHAPTER}, None, {"Ada Lovelace": BOTH}),
        ({"Ada Lovelace_400123_assignsubmission_file_hw 1.ipynb": CHAPTER}, None, {"Ada Lovelace": BOTH}),
        ({"lovelaceada_1001_55_ch1-1.ipynb": CHAPTER}, None, {"lovelaceada": BOTH}),
        ({"ada/ch01_basics.ipynb": CHAPTER, "bob/work/scale.ipynb": OWN}, None, {"ada": BOTH, "bob": ONE}),
        ({"ada/scale.ipynb": OWN, "bob/untitled.ipynb": OWN}, None, {"ada": ONE, "bob": BOTH}),
        ({"ada_scale.ipynb": OWN, "scale-bob.ipynb": OWN}, None, {"ada": ONE, "bob": ONE}),
        ({"ada_ch1.ipynb": CHAPTER, "ch01_basics-bob.ipynb": CHAPTER}, None, {"ada": BOTH, "bob": BOTH}),
        ({"ada_ch1_late.ipynb": CHAPTER, "bob_ch1 (1).ipynb": CHAPTER}, None, {"ada": BOTH, "bob": BOTH}),
        ({"ada.ipynb": CHAPTER, "bob.ipynb": CHAPTER}, "{student}.ipynb", {"ada": BOTH, "bob": BOTH}),
        ({"ada+scale.ipynb": OWN}, "{student}+{exercise}.ipynb", {"ada": ONE}),
    ],
)
def test_each_layout(tmp_path: Path, files: Mapping[str, bytes], pattern: str | None, expected: Found) -> None:
    assert taken(folder(tmp_path / "class", files), pattern) == expected


@pytest.mark.parametrize(
    ("name", "attempt", "late"),
    [
        ("ada_ch1.ipynb", 1, None),
        ("ada_ch1_v2.ipynb", 2, None),
        ("ada_ch1_attempt03.ipynb", 3, None),
        ("ada_attempt2_ch1.ipynb", 2, None),
        ("ada_ch1 (1).ipynb", 2, None),
        ("ada_ch1_late.ipynb", 1, True),
        ("ada_late_ch1.ipynb", 1, True),
        ("ada_ch1 (late).ipynb", 1, True),
        ("ada_ch1_v2_late.ipynb", 2, True),
        ("ada_ch1_late_v2.ipynb", 2, True),
        ("ada_scale_v2.py", 2, None),
        ("scale-ada_late.py", 1, True),
    ],
)
def test_attempts_and_lateness_in_a_files_name(tmp_path: Path, name: str, attempt: int, late: bool | None) -> None:
    (found,) = take_in(folder(tmp_path / "class", {name: CHAPTER}), EXERCISES).handed_in
    assert (found.student, found.attempt, found.late) == ("ada", attempt, late)


def test_an_exercise_that_is_called_like_an_attempt_is_none(tmp_path: Path) -> None:
    (found,) = take_in(folder(tmp_path / "class", {"ada_scale_v2.py": b"x"}), ["scale", "scale_v2"]).handed_in
    assert (found.student, found.attempt, list(found.files)) == ("ada", 1, [("scale_v2.py",)])


def test_a_workspace_of_notebooks_is_no_class(tmp_path: Path) -> None:
    from grader.faults import UsageFault

    with pytest.raises(UsageFault):
        take_in(folder(tmp_path / "work", {"ch01_basics/scale.ipynb": OWN}), EXERCISES)


def test_a_notebook_that_is_too_large_is_told_to_its_student(tmp_path: Path) -> None:
    large = b"[" + b" " * MAX_NOTEBOOK_BYTES
    found = take_in(folder(tmp_path / "class", {"ada/scale.ipynb": large, "bob/scale.ipynb": OWN}), EXERCISES)
    by_student = {each.student: submission_of(each.files, [SCALE]) for each in found.handed_in}
    assert "is too large" in by_student["ada"].notices[SCALE.id].sentence
    assert SCALE.id in by_student["bob"].files
