"""What can be told ahead of an exercise's workers: how many are wanted at once, and what they will import late and
long, so that their zygote can do it once for all."""

import re
from collections.abc import Iterator
from pathlib import Path

from grader.course.catalogue import Course
from grader.course.exercise import Exercise
from grader.judge.program import all_used
from grader.submission import Submission

# Workers that are forked ahead: to import the file, for the first check, and for the one after it.
SPARES = 3
# What imports torch's compiler when it is first called. A word too many costs a second once, one too few costs each
# worker that second.
_COMES_TO_THE_COMPILER = re.compile(
    rb"\b(optim|checkpoint|TorchDispatchMode|custom_op|flex_attention|make_fx|meta|_dynamo)\b"
    rb"|\btorch\.(compile|cond|export|func|library|testing)\b|\.compile\("
)


def comes_to_the_compiler(exercise: Exercise, course: Course, submission: Submission) -> bool:
    """Whether what runs in the exercise's workers seems to use torch's compiler: an optimizer is enough."""
    return any(_COMES_TO_THE_COMPILER.search(text) for text in _texts(exercise, course, submission))


def _texts(exercise: Exercise, course: Course, submission: Submission) -> Iterator[bytes]:
    """The student's file, the checks, which hand things in, and what either imports."""
    file = submission.files.get(exercise.id)
    if file is None:
        return
    yield file.content
    used = all_used(exercise, course)
    yield from (submission.files[earlier.id].content for earlier in used if earlier.id in submission.files)
    yield from map(_read, (exercise.checks, exercise.fixtures, *(earlier.reference for earlier in used)))


def _read(path: Path | None) -> bytes:
    """Nothing where it can't be read: whoever needs the file tells so."""
    try:
        return path.read_bytes() if path is not None else b""
    except OSError:
        return b""
