"""The tiny course, as it is and as a copy that a test may break."""

import shutil
from pathlib import Path

import pytest

from grader.course import Course, load_course

TINY = Path(__file__).parents[1] / "courses" / "tiny"


@pytest.fixture(scope="session")
def tiny() -> Course:
    return load_course(TINY)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The root of a copy of the tiny course."""
    return Path(shutil.copytree(TINY, tmp_path / "course"))
