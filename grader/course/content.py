"""The content hash of a course: the same files give the same hash, wherever they lie and whatever else lies there."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from grader.faults import AuthorFault

COURSE_PARTS = ("course.toml", "exercises", "solutions", "data")


def content_hash(root: Path) -> str:
    """SHA-256, in hexadecimal, over the names and bytes of all files of the course at ``root``.

    Caches, hidden files and editors' backups do not count. Raises AuthorFault where a file can't be read.
    """
    digest = hashlib.sha256()
    for path in course_files(root):
        name = path.relative_to(root).as_posix().encode()
        try:
            content = hashlib.sha256(path.read_bytes()).digest()
        except OSError as error:
            raise AuthorFault(f"{path} can't be read: {error.strerror or error}.") from error
        digest.update(len(name).to_bytes(4, "big") + name + content)
    return digest.hexdigest()


def course_files(root: Path) -> Iterator[Path]:
    """Every file that belongs to the course, in an order that does not depend on the file system."""
    for part in COURSE_PARTS:
        start = root / part
        if start.is_file():
            yield start
        for folder, folders, files in os.walk(start):
            folders[:] = sorted(name for name in folders if not _is_litter(name))
            yield from (Path(folder, name) for name in sorted(files) if not _is_litter(name))


def _is_litter(name: str) -> bool:
    return name.startswith(".") or name.endswith(("~", ".pyc")) or name == "__pycache__"
