"""One line a check, for spreadsheets. No cell is a formula."""

import csv
import io

from grader.report.model import Report
from grader.report.student import shown
from grader.report.summary import titles
from grader.report.text import harmless_cell, one_line

_HEADER = ("student", "exercise", "number", "title", "check", "check_title", "visibility", "cause", "points",
           "max_points", "headline", "misunderstanding", "seconds")  # fmt: skip


def render(report: Report, *, for_instructor: bool = False) -> str:
    """The table with a header line."""
    visible = shown(report, for_instructor=for_instructor)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADER)
    for exercise in visible.exercises:
        for title, check in zip(titles(exercise), exercise.checks, strict=True):
            said = check.feedback
            cells = (visible.student or "", exercise.id, exercise.number, exercise.title, check.id, title,
                     check.visibility, check.cause.value, f"{check.points:g}", f"{check.max_points:g}",
                     said.headline if said else "", (said.misunderstanding or "") if said else "",
                     f"{check.seconds:.3f}")  # fmt: skip
            writer.writerow([harmless_cell(one_line(cell, 1_000)) for cell in cells])
    return text.getvalue()
