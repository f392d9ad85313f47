"""Which of a student's files are read: Python files, notebooks, and one archive deep."""

from collections.abc import Iterable, Mapping

from grader.batch.intake.archive import is_archive, walk_archive
from grader.batch.intake.model import Path
from grader.batch.intake.tree import MAX_ARCHIVE_BYTES, Entry, Unreadable, grow, shown
from grader.submission import MAX_FILE_BYTES

MAX_FILES = 1000  # that a student may hand in
_NOTEBOOK_BYTES = 16 << 20  # notebooks hold pictures


def worth_reading(path: Path, size: int) -> int:
    """How many bytes to read of a file; one more than is accepted, so that too large a one is seen. 0: not at all."""
    name = path[-1].lower()
    if name.endswith(".py"):
        return MAX_FILE_BYTES + 1
    if name.endswith(".ipynb"):
        return _NOTEBOOK_BYTES + 1
    return MAX_ARCHIVE_BYTES + 1 if is_archive(name) and size <= MAX_ARCHIVE_BYTES else 0


def files_of(entries: Iterable[Entry]) -> tuple[Mapping[Path, bytes], list[str]]:
    """A student's files with their content, and a sentence for each that could not be read.

    An archive among them is looked into, but not archives in that.
    """
    files: dict[Path, bytes] = {}
    sentences: list[str] = []
    for entry in entries:
        try:
            _take(entry, files, sentences, nested=False)
        except Unreadable as error:
            sentences.append(str(error))
        if len(files) >= MAX_FILES:
            sentences.append(f"More than {MAX_FILES} files were handed in; the rest was not looked at.")
            break
    return files, sentences


def _take(entry: Entry, files: dict[Path, bytes], sentences: list[str], nested: bool) -> None:
    most = worth_reading(entry.path, entry.size)
    if is_archive(entry.path[-1]):
        if nested:
            sentences.append(f"`{shown(entry.path)}` is an archive within an archive: it was not looked into.")
        elif not most:
            size = MAX_ARCHIVE_BYTES >> 20
            sentences.append(f"`{shown(entry.path)}` is larger than {size} MiB: it was not looked into.")
        else:
            _look_into(entry, entry.read(most), files, sentences)
    elif most:
        files[entry.path] = entry.read(most)


def _look_into(entry: Entry, content: bytes, files: dict[Path, bytes], sentences: list[str]) -> None:
    tree = grow(walk_archive(content, entry.path[-1]))
    sentences.extend(refused.sentence for refused in tree.refused)
    for inner in tree.entries:
        if len(files) >= MAX_FILES:
            return
        _take(Entry((*entry.path[:-1], *inner.path), inner.size, inner.read), files, sentences, nested=True)
