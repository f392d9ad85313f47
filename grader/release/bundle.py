"""What every platform needs: the course with its hidden checks, this package, and what is to be graded."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.course import Course, Exercise
from grader.course.content import course_files
from grader.faults import AuthorFault
from grader.language import language, say
from grader.release.tree import File, below, text
from grader.release.wheel import constraints, wheel

TASK = "task.json"


def with_used(course: Course, exercises: Iterable[Exercise]) -> list[Exercise]:
    """The exercises and the earlier ones that they build on, in the order of the course."""
    wanted: set[str] = set()
    waiting = [exercise.id for exercise in exercises]
    while waiting:
        id = waiting.pop()
        if id not in wanted:
            wanted.add(id)
            waiting.extend(course.exercise(id).uses)
    return [exercise for exercise in course.exercises if exercise.id in wanted]


def bundle(course: Course, exercises: Sequence[Exercise]) -> dict[str, File]:
    """``course/``, ``torchgrade-….whl``, ``constraints.txt`` and ``task.json``.

    Raises AuthorFault where a file of the course can't be read, or where one of the exercises is broken.
    """
    return {**below("course", course_copy(course, with_used(course, exercises))), **package(), TASK: task(exercises)}


def package() -> dict[str, File]:
    """``torchgrade-….whl`` and ``constraints.txt``."""
    name, content = wheel()
    return {name: content, "constraints.txt": constraints()}


def task(exercises: Sequence[Exercise]) -> File:
    """What is to be graded, for ``onsite``, and the language that it then speaks: that of who exports."""
    wanted = {"targets": [exercise.id for exercise in exercises], "language": language()}
    return text(json.dumps(wanted, indent=1) + "\n")


def course_copy(course: Course, exercises: Sequence[Exercise]) -> dict[str, File]:
    """The course with all that grading these exercises needs, hidden checks and solutions included."""
    chapters = {exercise.chapter for exercise in exercises}
    found = {}
    for path in course_files(course.root):
        inside = path.relative_to(course.root)
        if len(inside.parts) < 3 or inside.parts[0] == "data" or inside.parts[1] in chapters:
            found[inside.as_posix()] = _read(path)
    return found


def _read(path: Path) -> File:
    try:
        return File(path.read_bytes())
    except OSError as error:
        raise AuthorFault(say("{path} can't be read: {reason}.", path=path, reason=error.strerror or error)) from error
