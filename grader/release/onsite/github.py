"""GitHub Actions: a checked-out repository, and the file that ``$GITHUB_OUTPUT`` names."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from grader.course.files import write_atomically
from grader.faults import Fault
from grader.release.bundle import TASK
from grader.release.onsite.grading import Task, grade_here
from grader.release.onsite.place import shut
from grader.report import github, html, json
from grader.report.model import Report
from grader.report.numbers import points
from grader.report.standing import notes


def main(environment: Mapping[str, str] = os.environ) -> int:
    """Grade one repository. 0 where it was graded, whatever the grade: the reporter tells it.

    Nothing that a student wrote is printed: a line that starts with ``::`` would be a command to the runner.
    """
    home = Path(environment["TORCHGRADE_HOME"])
    workspace = Path(environment.get("GITHUB_WORKSPACE", "."))
    submission = Path(environment.get("TORCHGRADE_SUBMISSION") or workspace)
    shut([home, workspace])
    try:
        report = grade_here(_task(home, workspace), submission, (home, submission), lambda report: None)
        _write(report, environment)
    except Fault as fault:
        sys.stderr.write(f"torchgrade: {_on_one_line(str(fault))}\n")
        return fault.exit_code
    return 0


def _task(home: Path, workspace: Path) -> Task:
    """The course beside the task; in a student's repository the repository itself is the course."""
    return Task.read(home / TASK, None if (home / "course").is_dir() else workspace)


def _write(report: Report, environment: Mapping[str, str]) -> None:
    if output := environment.get("GITHUB_OUTPUT"):
        _append(Path(output), github.render(report))
    if summary := environment.get("GITHUB_STEP_SUMMARY"):
        _append(Path(summary), _summary(report))
    if reports := environment.get("TORCHGRADE_REPORTS"):
        write_atomically(Path(f"{reports}.json"), json.render(report, for_instructor=True).encode())
        write_atomically(Path(f"{reports}.html"), html.render(report).encode())
    print(f"graded: {points(report.points)} of {points(report.max_points)} points")


def _append(path: Path, content: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(content)


def _summary(report: Report) -> str:
    """A table of the course's own words."""
    rows = [f"| {e.number} {e.title} | {points(e.points)} of {points(e.max_points)} |\n" for e in report.exercises]
    said = "".join(f"\n{note[:1].upper()}{note[1:]}.\n" for note in notes(report))
    return "| exercise | points |\n|---|---|\n" + "".join(rows) + said


def _on_one_line(sentence: str) -> str:
    return " ".join(sentence.split()).replace("::", ": :")
