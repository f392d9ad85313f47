import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from grader.course.content import COURSE_PARTS
from grader.course.discovery import bundled_root, find_course
from grader.faults import UsageFault
from tests.course.conftest import TINY

ROOT = Path(__file__).parents[2]


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


def test_an_installed_package_brings_its_course(tmp_path: Path) -> None:
    """As the wheel lays it out: the package with the course inside, and no source tree around it."""
    site = tmp_path / "site"
    shutil.copytree(ROOT / "grader", site / "grader", ignore=shutil.ignore_patterns("__pycache__", "bundled"))
    shutil.copytree(TINY, site / "grader" / "bundled")
    code = "from grader.course import find_course; c = find_course(); print(c.title, c.root)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.strip() == f"A tiny course {site / 'grader' / 'bundled'}"


def test_the_wheel_takes_every_part_of_the_course_along() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {part: f"grader/bundled/{part}" for part in COURSE_PARTS}
