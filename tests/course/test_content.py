from pathlib import Path

import pytest

from grader.course import load_course
from grader.course.content import content_hash, exercise_hash


def test_the_same_files_give_the_same_version_wherever_they_lie(copied: Path, tmp_path: Path) -> None:
    before = load_course(copied).version
    assert len(before) == 64
    assert load_course(copied.rename(tmp_path / "elsewhere")).version == before


@pytest.mark.parametrize(
    "path",
    [
        "course.toml",
        "exercises/ch01_basics/README.md",
        "exercises/ch01_basics/scale/checks.py",
        "solutions/ch01_basics/scale/wrong/adds.py",
        "data/points.npz",
    ],
)
def test_one_byte_more_in_any_part_is_another_version(copied: Path, path: str) -> None:
    before = content_hash(copied)
    with (copied / path).open("ab") as file:
        file.write(b"\n")
    assert content_hash(copied) != before


def test_where_one_file_ends_and_the_next_begins_counts(copied: Path) -> None:
    (copied / "data/ab.txt").write_text("c")
    first = content_hash(copied)
    (copied / "data/ab.txt").rename(copied / "data/a.txt")
    (copied / "data/a.txt").write_text("b.txtc")
    assert content_hash(copied) != first


def test_litter_does_not_count(copied: Path) -> None:
    before = content_hash(copied)
    (copied / "exercises/__pycache__").mkdir()
    (copied / "exercises/__pycache__/checks.pyc").write_bytes(b"x")
    (copied / "exercises/ch01_basics/.checks.py.swp").write_bytes(b"x")
    (copied / "exercises/ch01_basics/README.md~").write_bytes(b"x")
    (copied / "notes.txt").write_bytes(b"x")
    assert content_hash(copied) == before


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("exercises/ch01_basics/scale/checks.py", True),
        ("exercises/ch01_basics/scale/exercise.toml", True),
        ("solutions/ch01_basics/scale/scale.py", True),
        ("solutions/ch01_basics/scale/wrong/new.py", True),
        ("exercises/ch01_basics/scale/README.md", False),
        ("solutions/ch01_basics/scale/attempts/new.py", False),
        ("solutions/ch01_basics/scale/right/new.py", False),
        ("solutions/ch01_basics/scale/messages.md", False),
        ("exercises/ch01_basics/column_means/checks.py", False),
    ],
)
def test_an_exercise_s_hash_is_of_what_a_verdict_depends_on(copied: Path, path: str, counts: bool) -> None:
    before = exercise_hash(load_course(copied).exercise("ch01_basics/scale"), load_course(copied))
    (copied / path).parent.mkdir(parents=True, exist_ok=True)
    with open(copied / path, "a") as file:
        file.write("\n# one line more\n")
    after = exercise_hash(load_course(copied).exercise("ch01_basics/scale"), load_course(copied))
    assert (before != after) is counts
