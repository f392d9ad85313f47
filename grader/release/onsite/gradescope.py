"""Gradescope: /autograder/{source,submission,results}."""

import sys
from pathlib import Path

from grader.course.files import write_atomically
from grader.faults import Fault
from grader.release.bundle import TASK
from grader.release.onsite.grading import Task, grade_here
from grader.release.onsite.place import shut
from grader.report import gradescope
from grader.report.model import Report

HOME = Path("/autograder")


def main(home: Path = HOME) -> int:
    """Grade one submission. 0 where a results file was written.

    Where nothing could be graded there is no results file: Gradescope then says that the autograder failed, which is
    nobody's zero.
    """
    shut([home])
    results = home / "results" / "results.json"
    results.parent.mkdir(parents=True, exist_ok=True)

    def write(report: Report) -> None:
        write_atomically(results, gradescope.render(report).encode())

    try:
        grade_here(Task.read(home / "source" / TASK), home / "submission", (home,), write)
    except Fault as fault:
        sys.stderr.write(f"torchgrade: {fault}\n")
        return fault.exit_code
    return 0
