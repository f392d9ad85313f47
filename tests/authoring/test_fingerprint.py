"""What an outcome hangs on changes its hash; what it does not, does not."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.authoring.fingerprint import fingerprint
from tests.judge.conftest import Make, One


def changed(one: One, path: Path, text: str) -> bool:
    before = fingerprint(one.exercise, one.course)
    path.write_text(text)
    return fingerprint(one.exercise, one.course) != before


@pytest.mark.parametrize(
    ("place", "counts"),
    [
        (lambda one: one.exercise.checks, True),
        (lambda one: one.exercise.reference, True),
        (lambda one: one.exercise.folder / "fixtures.py", True),
        (lambda one: one.exercise.folder / "exercise.toml", True),
        (lambda one: one.course.root / "exercises" / "conftest.py", True),
        (lambda one: one.exercise.folder / "README.md", False),
        (lambda one: one.exercise.stub, False),  # the stub is an answer, hashed where it runs
        (lambda one: one.course.root / "data" / "unused.txt", False),
    ],
)
def test_what_counts(make: Make, place: Callable[[One], Path], counts: bool) -> None:
    one = make("def test_one(): pass")
    (one.course.root / "data").mkdir()
    assert changed(one, place(one), "# other\n") == counts


def test_the_sandbox_counts_where_it_is_used(make: Make) -> None:
    one = make("def test_one(): pass")
    assert fingerprint(one.exercise, one.course) != fingerprint(one.exercise, one.course, sandboxed=True)


def test_the_data_counts_where_it_is_read(make: Make) -> None:
    one = make("def test_one(course_data): pass")
    data = one.course.root / "data"
    data.mkdir()
    assert changed(one, data / "names.txt", "ann")
    declared = make("def test_one(): pass")
    declared.exercise = replace(declared.exercise, data=("names",))
    assert changed(declared, data / "names.txt", "bob")
