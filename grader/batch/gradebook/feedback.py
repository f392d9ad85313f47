"""Feedback files: a zip with an HTML report a student, in folders of the names that Moodle gave and takes back."""

import re
import zipfile
from pathlib import Path

from grader.batch.gradebook.book import Gradebook, Line
from grader.batch.journal import Journal
from grader.batch.reports import student_report
from grader.report.formats import find

_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
_FIXED = (2020, 1, 1, 0, 0, 0)  # the same run gives the same bytes


def write_feedback(journal: Journal, book: Gradebook, path: Path) -> int:
    """Write the zip; how many students have a report in it."""
    render = find("html")
    written = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for line in book.lines:
            report = student_report(journal, book, line)
            if report is None:
                continue
            entry = zipfile.ZipInfo(f"{_folder(line)}/feedback.html", _FIXED)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, render(report))
            written += 1
    return written


def _folder(line: Line) -> str:
    """``Full name_123456_assignsubmission_file_`` where the submission came from Moodle or has such a number."""
    paper = line.papers[0] if line.papers else None
    number = (paper.identifier if paper else "") or line.student.identifier
    name = _UNFIT.sub("-", paper.student if paper else line.student.name).strip(". ") or "student"
    return f"{name}_{_UNFIT.sub('-', number)}_assignsubmission_file_" if number else name
