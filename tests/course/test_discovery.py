from pathlib import Path

import pytest

from grader.course.discovery import bundled_root, find_course
from grader.faults import UsageFault


def test_what_was_asked_for_comes_first(copied: Path, tmp_path: Path) -> None:
    assert find_course(copied, start=tmp_path).root == copied
    assert find_course(copied / "course.toml", start=tmp_path).root == copied


def test_the_nearest_upward_comes_next(copied: Path, tmp_path: Path) -> None:
    inside = copied / "exercises" / "ch01_basics"
    assert find_course(start=inside, remembered=tmp_path).root == copied


def test_then_the_one_that_the_workspace_remembers(copied: Path, tmp_path: Path) -> None:
    assert find_course(start=tmp_path, remembered=copied).root == copied


def test_then_the_bundled_one(tmp_path: Path) -> None:
    assert find_course(start=tmp_path).root == bundled_root()
    assert (bundled_root() / "exercises").is_dir()


def test_asking_for_what_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match=r"--course: there is no course\.toml"):
        find_course(tmp_path / "nowhere")


def test_a_remembered_course_that_went_away_is_not_swapped_for_another(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="this workspace was started from"):
        find_course(start=tmp_path, remembered=tmp_path / "gone")
