"""GitHub: the students' repository, which has no hidden check in it, and a private one, which has all and grades."""

import sys
from collections.abc import Iterator, Sequence

from grader.course import Course, Exercise
from grader.course.workspace import MARK, workspace_files, workspace_record
from grader.language import language, say
from grader.release.bundle import TASK, bundle, package, task
from grader.release.student import release
from grader.release.templates import template
from grader.release.tree import File, below, text

_TOOLS = ".github/torchgrade"
_IGNORED = f"{MARK}/*\n!{MARK}/workspace.json\n__pycache__/\n"


def repositories(course: Course, exercises: Sequence[Exercise]) -> dict[str, File]:
    """``student/`` and ``grading/``."""
    return below("student", _student(course, exercises)) | below("grading", _grading(course, exercises))


def _student(course: Course, exercises: Sequence[Exercise]) -> dict[str, File]:
    """A workspace, with the student version of the course above it."""
    made = release(course, exercises)
    files = dict(made.files)
    for path, source in _workspace(course, exercises):
        files[path] = File(source)
    files[f"{MARK}/workspace.json"] = text(workspace_record(None))
    files[".gitignore"] = text(_IGNORED)
    files["README.md"] = text(_welcome(course, exercises))
    files[".github/workflows/visible.yml"] = _for_this_python("visible.yml")
    files |= below(_TOOLS, {**package(), **_scripts("install.sh", "grade.sh"), TASK: task(exercises)})
    return files


def _welcome(course: Course, exercises: Sequence[Exercise]) -> str:
    """What a student reads first: of the two files of an exercise's name one is to be written into."""
    said = say(
        "Write your answers into the files of {folders}, and push. Each push is graded: the result is under Actions, "
        "in the summary of the run. `exercises` and `.github` are the grader's own, leave them as they are.",
        folders=say(", ").join(f"`{chapter}`" for chapter in dict.fromkeys(each.chapter for each in exercises)),
    )
    return f"# {course.title_in(language())}\n\n{said}\n"


def _workspace(course: Course, exercises: Sequence[Exercise]) -> Iterator[tuple[str, bytes]]:
    for exercise in exercises:
        for place, source in workspace_files(exercise, course):
            yield place.as_posix(), source.read_bytes()


def _grading(course: Course, exercises: Sequence[Exercise]) -> dict[str, File]:
    return {
        **bundle(course, exercises),
        **_scripts("install.sh", "grade.sh", "fetch.sh", "grade_all.sh"),
        "action.yml": _for_this_python("action.yml"),
        "repositories.txt": text(template("github/repositories.txt")),
        ".github/workflows/grade.yml": _for_this_python("grade.yml"),
        ".gitignore": text("submissions/\nresults/\n"),
    }


def _scripts(*names: str) -> dict[str, File]:
    return {name: text(template(f"github/{name}"), executable=True) for name in names}


def _for_this_python(name: str) -> File:
    """A workflow whose Python is the one that exports: ``constraints.txt`` holds versions that were installed on it."""
    return text(template(f"github/{name}", python=f"{sys.version_info[0]}.{sys.version_info[1]}"))
