"""The course that is handed over, made once, and its student version."""

from pathlib import Path

import pytest

from grader.course import Course, load_course
from grader.release.student import Release, release, write_release
from tests.release.handover import make_course


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return load_course(make_course(tmp_path_factory.mktemp("author")))


@pytest.fixture(scope="session")
def made(course: Course) -> Release:
    return release(course, course.exercises)


@pytest.fixture(scope="session")
def released(made: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that `grade release` has written."""
    target = tmp_path_factory.mktemp("students") / "course"
    write_release(made, target)
    return target
