"""PrairieLearn: /grade/{data/data.json,student,tests,serverFilesCourse,results}."""

import base64
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from grader.course.files import write_atomically
from grader.faults import Fault
from grader.language import say
from grader.release.bundle import TASK
from grader.release.onsite.grading import Task, grade_here
from grader.release.onsite.place import shut
from grader.release.prairielearn import SHARED
from grader.report import prairielearn
from grader.report.model import Report
from grader.report.text import one_line

HOME = Path("/grade")


def main(home: Path = HOME) -> int:
    """Grade one submission. There is a results file in any case: what could not be graded uses up no attempt."""
    shut([home])
    results = home / "results" / "results.json"
    results.parent.mkdir(parents=True, exist_ok=True)

    def write(report: Report) -> None:
        write_atomically(results, prairielearn.render(report).encode())

    try:
        with tempfile.TemporaryDirectory(prefix="torchgrade-") as scratch:
            task = Task.read(home / "tests" / TASK, home / "serverFilesCourse" / SHARED / "course")
            grade_here(task, _submitted(home, Path(scratch)), (home, Path(scratch)), write)
    except Fault as fault:
        sys.stderr.write(f"torchgrade: {fault}\n")
        refused = {"gradable": False, "message": say("This could not be graded, which is not your fault. Try again.")}
        write_atomically(results, (json.dumps(refused) + "\n").encode())
    return 0


def _submitted(home: Path, scratch: Path) -> Path:
    """The student's folder; where PrairieLearn has left it empty, the files that data.json holds."""
    student = home / "student"
    if student.is_dir() and any(student.iterdir()):
        return student
    for name, content in _files_of(home / "data" / "data.json"):
        if Path(name).name == name and name not in ("", ".", ".."):
            (scratch / name).write_bytes(content)
    return scratch


def _files_of(path: Path) -> list[tuple[str, bytes]]:
    """(name, content) of each file that was handed in. What is no such thing is passed over."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        files = data["submitted_answers"]["_files"]
        return [(each["name"], base64.b64decode(each["contents"])) for each in files]
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.stderr.write(f"torchgrade: no files in data.json: {one_line(str(error))}\n")
        return []
