"""What runs in a worker: the student's file, the reference, a wrong answer, each with what it may import beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from grader.course.catalogue import Course
from grader.course.exercise import Exercise
from grader.faults import AuthorFault
from grader.language import say
from grader.report.model import Uses
from grader.submission import Submission

REFERENCE_MODULE = "reference"  # the name under which right and wrong answers import the reference


@dataclass(frozen=True, slots=True)
class Program:
    """Files that are written into the worker's folder, and the module that the checks are about."""

    module: str
    files: Mapping[str, bytes]

    def with_main(self, content: bytes, **beside: bytes) -> "Program":
        """The same surroundings around another main file; ``beside`` are further modules."""
        extra = {f"{name}.py": text for name, text in beside.items()}
        return Program(self.module, {**self.files, **extra, f"{self.module}.py": content})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an exercise's file may import: its fixtures and earlier exercises."""

    files: Mapping[str, bytes]
    modules: tuple[str, ...]  # names that checks may import too
    uses: tuple[Uses, ...] = ()
    lacking: tuple[Exercise, ...] = ()  # earlier ones of which there is no passed version here, and no reference

    @property
    def holds_a_reference(self) -> bool:
        """Whether a solution of the course lies in the sandbox, where the student's code can read it."""
        return any(used.version == "reference" for used in self.uses)


def surroundings(
    exercise: Exercise, course: Course, submission: Submission, passed: Iterable[str] = ()
) -> Surroundings:
    """What lies beside the student's file.

    An earlier exercise is the student's own if it is in ``passed``, else the reference, which a release does not have.
    Raises AuthorFault where a whole course lacks a reference that is needed.
    """
    files: dict[str, bytes] = {}
    modules = []
    if exercise.fixtures is not None:
        files["fixtures.py"] = exercise.fixtures.read_bytes()
        modules.append("fixtures")
    uses, lacking = [], []
    earned = set(passed)
    for used in all_used(exercise, course):
        own = submission.files.get(used.id) if used.id in earned else None
        modules.append(used.name)
        if own is None and used.elsewhere is not None and not used.reference.is_file():
            lacking.append(used)
            continue
        files[used.file] = own.content if own else reference_of(used)
        uses.append(Uses(exercise=used.id, version=_whose(used, submission) if own else "reference"))
    return Surroundings(files, tuple(modules), tuple(uses), tuple(lacking))


def _whose(exercise: Exercise, submission: Submission) -> Literal["yours", "workspace"]:
    return "workspace" if exercise.id in submission.lent else "yours"


def all_used(exercise: Exercise, course: Course) -> list[Exercise]:
    """What an exercise uses, and what that uses in turn."""
    found: dict[str, Exercise] = {}
    waiting = list(exercise.uses)
    while waiting:
        id = waiting.pop(0)
        if id not in found:
            found[id] = course.exercise(id)
            waiting.extend(found[id].uses)
    return list(found.values())


def reference_of(exercise: Exercise) -> bytes:
    """The reference solution. Raises AuthorFault where there is none."""
    try:
        return exercise.reference.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise AuthorFault(
            say("The reference {reference} can't be read: {reason}.", reference=exercise.reference, reason=reason)
        ) from error
