"""The content hash of a course: the same files give the same hash, wherever they lie and whatever else lies there."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course.exercise import Exercise
from grader.faults import AuthorFault
from grader.language import say

if TYPE_CHECKING:
    from grader.course.catalogue import Course

# Of an exercise's solutions: what tries its checks, and has no say in a verdict.
_TRIALS = frozenset({"attempts", "right", "messages.md", "waivers.toml"})
COURSE_PARTS = ("course.toml", "exercises", "solutions", "data")


def content_hash(root: Path) -> str:
    """SHA-256, in hexadecimal, over the names and bytes of all files of the course at ``root``.

    Caches, hidden files and editors' backups do not count. Raises AuthorFault where a file can't be read.
    """
    digest = hashlib.sha256()
    for path in course_files(root):
        _add(digest, path, root)
    return digest.hexdigest()


def _add(digest: "hashlib._Hash", path: Path, root: Path) -> None:
    name = path.relative_to(root).as_posix().encode()
    try:
        content = hashlib.sha256(path.read_bytes()).digest()
    except OSError as error:
        raise AuthorFault(say("{path} can't be read: {reason}.", path=path, reason=error.strerror or error)) from error
    digest.update(len(name).to_bytes(4, "big") + name + content)


def exercise_hash(exercise: Exercise, course: "Course") -> str:
    """SHA-256, in hexadecimal, over what a verdict on ``exercise`` depends on.

    Its folder but for the statement, its reference and wrong answers (hints come of them), the same of what it uses,
    and the course's data where its checks read any. Raises AuthorFault where a file can't be read.
    """
    digest = hashlib.sha256()
    for path in sorted(set(_parts_of(exercise, course))):
        _add(digest, path, course.root)
    return digest.hexdigest()


def _parts_of(exercise: Exercise, course: "Course") -> Iterator[Path]:
    yield from (path for path in _walk(exercise.folder) if not path.name.startswith("README"))
    solutions = exercise.solutions
    yield from (path for path in _walk(solutions) if path.relative_to(solutions).parts[0] not in _TRIALS)
    for used in exercise.uses:
        yield from _parts_of(course.exercise(used), course)
    if exercise.data or b"course_data" in exercise.checks.read_bytes():
        yield from _walk(exercise.data_folder)


def course_files(root: Path) -> Iterator[Path]:
    """Every file that belongs to the course, in an order that does not depend on the file system."""
    for part in COURSE_PARTS:
        yield from _walk(root / part)


def _walk(start: Path) -> Iterator[Path]:
    if start.is_file():
        yield start
    for folder, folders, files in os.walk(start):
        folders[:] = sorted(name for name in folders if not _is_litter(name))
        yield from (Path(folder, name) for name in sorted(files) if not _is_litter(name))


def _is_litter(name: str) -> bool:
    return name.startswith(".") or name.endswith(("~", ".pyc")) or name == "__pycache__"
