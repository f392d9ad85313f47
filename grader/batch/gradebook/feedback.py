"""Feedback files: a zip with an HTML report a student, in folders of the names that Moodle gave and takes back."""

import contextlib
import itertools
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from grader.batch.gradebook.book import Gradebook, Line
from grader.batch.intake.tree import plain
from grader.batch.journal import Journal
from grader.batch.reports import student_report
from grader.faults import UsageFault
from grader.language import say
from grader.report.formats import find

_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
_FIXED = (2020, 1, 1, 0, 0, 0)  # the same run gives the same bytes


def write_feedback(journal: Journal, book: Gradebook, path: Path) -> int:
    """Write the zip; how many students have a report in it."""
    render = find("html")
    written = 0
    taken: set[str] = set()
    with whole_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for line in book.lines:
            report = student_report(journal, line)
            if report is None:
                continue
            entry = zipfile.ZipInfo(f"{_told_apart(_folder(line), taken)}/feedback.html", _FIXED)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, render(report))
            written += 1
    return written


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that is there when all of it is written. Raises UsageFault where that can't be."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    except OSError as error:
        reason = (error.strerror or say("unknown error")).lower()
        raise UsageFault(say("{path} can't be written: {reason}.", path=path, reason=reason)) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def _told_apart(name: str, taken: set[str]) -> str:
    """Two students of one name and no number have two folders."""
    found = next(each for n in itertools.count(1) if (each := name if n == 1 else f"{name} ({n})") not in taken)
    taken.add(found)
    return found


def _folder(line: Line) -> str:
    """``Full name_123456_assignsubmission_file_`` where the submission came from Moodle or has such a number."""
    paper = line.papers[0] if line.papers else None
    number = (paper.identifier if paper else "") or line.student.identifier
    name = _UNFIT.sub("-", plain(paper.student if paper else line.student.name)).strip(". ") or "student"
    return f"{name}_{_UNFIT.sub('-', number)}_assignsubmission_file_" if number else name
