"""Writing the reports that were asked for."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.course.files import write_atomically
from grader.faults import UsageFault
from grader.language import say
from grader.report.model import Report

STANDARD_OUTPUT = "-"


def refuse_bad_places(files: Iterable[str]) -> None:
    """See before grading that the files can be written to. Raises UsageFault."""
    files = list(files)
    if files.count(STANDARD_OUTPUT) > 1:
        raise UsageFault(say("Only one report can go to standard output: name a file for the others."))
    for file in files:
        if file != STANDARD_OUTPUT:
            _refuse(Path(file))


def _refuse(path: Path) -> None:
    if path.is_dir():
        raise UsageFault(say("{path} is a folder: name a file for the report.", path=path))
    if not path.parent.is_dir():
        raise UsageFault(say("There is no folder {parent} to write {name} to.", parent=path.parent, name=path.name))
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageFault(say("{path} can't be written to: permission denied.", path=path))


def write_reports(report: Report, files: Mapping[str, str], *, for_instructor: bool = False) -> None:
    """Write each report, by its format's name. Raises InfrastructureFault; what was there before stays then."""
    from grader.report.formats import find

    for name, file in files.items():
        _write(file, find(name)(report, for_instructor=for_instructor))


def _write(file: str, text: str) -> None:
    if file == STANDARD_OUTPUT:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_atomically(Path(file), text.encode())
