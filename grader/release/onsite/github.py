"""GitHub Actions: a checked-out repository, the files that a step writes for the runner, and what it prints."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from grader.course.files import write_atomically
from grader.faults import Fault
from grader.release.bundle import TASK
from grader.release.onsite.grading import Task, grade_here
from grader.release.onsite.place import in_a_container, shut
from grader.report import annotations, github, html, json, markdown
from grader.report.model import Report
from grader.report.numbers import points
from grader.report.standing import exit_code


def main(environment: Mapping[str, str] = os.environ) -> int:
    """Grade one repository. 0 all passed, 1 something failed, else it could not be graded.

    What a student wrote is printed in annotations alone, which escape it: a line that starts with ``::`` would be a
    command to the runner.
    """
    home = Path(environment["TORCHGRADE_HOME"])
    workspace = Path(environment.get("GITHUB_WORKSPACE", "."))
    submission = Path(environment.get("TORCHGRADE_SUBMISSION") or workspace)
    shut([home, workspace])
    try:
        report = grade_here(
            _task(home, workspace), submission, (home, submission), lambda report: None, alone=in_a_container()
        )
        _write(report, environment)
    except Fault as fault:
        sys.stderr.write(f"torchgrade: {annotations.without_commands(' '.join(str(fault).split()))}\n")
        return fault.exit_code
    return exit_code(report)


def _task(home: Path, workspace: Path) -> Task:
    """The course beside the task; in a student's repository the repository itself is the course."""
    return Task.read(home / TASK, None if (home / "course").is_dir() else workspace)


def _write(report: Report, environment: Mapping[str, str]) -> None:
    """To the runner and the student; where reports are asked for, to the instructor alone."""
    if output := environment.get("GITHUB_OUTPUT"):
        _append(Path(output), github.render(report))
    if reports := environment.get("TORCHGRADE_REPORTS"):
        write_atomically(Path(f"{reports}.json"), json.render(report, for_instructor=True).encode())
        write_atomically(Path(f"{reports}.html"), html.render(report).encode())
    else:
        sys.stdout.write(annotations.render(report))
        if summary := environment.get("GITHUB_STEP_SUMMARY"):
            _append(Path(summary), markdown.render(report))
    print(f"graded: {points(report.points)} of {points(report.max_points)} points")


def _append(path: Path, content: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(content)
