"""Writing the reports that were asked for."""

import os
import sys
from pathlib import Path

from grader.course.files import write_atomically
from grader.faults import UsageFault
from grader.report.model import Report

STANDARD_OUTPUT = "-"


def refuse_bad_places(*files: str | None) -> None:
    """See before grading that the files can be written to. Raises UsageFault."""
    for file in files:
        if file is not None and file != STANDARD_OUTPUT:
            _refuse(Path(file))


def _refuse(path: Path) -> None:
    if path.is_dir():
        raise UsageFault(f"{path} is a folder: name a file for the report.")
    if not path.parent.is_dir():
        raise UsageFault(f"There is no folder {path.parent} to write {path.name} to.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageFault(f"{path} can't be written to: permission denied.")


def write_reports(
    report: Report, json_file: str | None, html_file: str | None, *, for_instructor: bool = False
) -> None:
    """Write each report that was asked for. Raises InfrastructureFault; what was there before stays then."""
    if json_file is not None:
        from grader.report.json import render as as_json

        _write(json_file, as_json(report, for_instructor=for_instructor))
    if html_file is not None:
        from grader.report.html import render as as_html

        _write(html_file, as_html(report, for_instructor=for_instructor))


def _write(file: str, text: str) -> None:
    if file == STANDARD_OUTPUT:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_atomically(Path(file), text.encode())
