"""What the outcome of a run hangs on, as one hash: change any of it and the run is made again."""

import hashlib
import platform
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import grader
from grader.course import Course, Exercise

# Of the grader's own code: what takes part in a verdict, in process and, further, in the sandbox.
_IN_PROCESS = (
    "authoring/expectations.py",
    "authoring/local",
    "authoring/tasks.py",
    "checks",
    "course",
    "judge",
    "wire",
    "worker/exceptions.py",
    "worker/watch.py",
)
_IN_SANDBOX = (*_IN_PROCESS, "authoring/messages.py", "authoring/trial.py", "report", "sandbox", "worker")
_LIBRARIES = ("torch", "numpy", "pytest", "hypothesis")


def fingerprint(exercise: Exercise, course: Course, *, sandboxed: bool = False) -> str:
    """The hash of an exercise with all that it stands on.

    Its own files but the statements, its reference, what it uses, the course's data where it reads any, the grader's
    code (with the sandbox's where it runs there), the versions of Python and of the libraries. Single answers are
    hashed where they are run.
    """
    digest = hashlib.sha256(_surroundings(_IN_SANDBOX if sandboxed else _IN_PROCESS).encode())
    for path in sorted(set(_files(exercise, course))):
        digest.update(f"\0{path.relative_to(course.root)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def code_of_mutation() -> str:
    """The hash of what makes mutants."""
    return _surroundings(("authoring/mutation",))


def _files(exercise: Exercise, course: Course) -> Iterator[Path]:
    yield from _own(exercise)
    yield from (folder / "conftest.py" for folder in exercise.folder.parents if (folder / "conftest.py").is_file())
    waiting, seen = list(exercise.uses), set[str]()
    while waiting:
        id = waiting.pop()
        if id not in seen:
            seen.add(id)
            yield from _own(course.exercise(id))
            waiting.extend(course.exercise(id).uses)
    if exercise.data or b"course_data" in exercise.checks.read_bytes():
        yield from (path for path in exercise.data_folder.iterdir() if path.is_file())


def _own(exercise: Exercise) -> Iterator[Path]:
    names = ("checks.py", "fixtures.py", "conftest.py", "exercise.toml")
    candidates = [*(exercise.folder / name for name in names), exercise.reference]
    yield from (path for path in candidates if path.is_file())


@cache
def _surroundings(parts: tuple[str, ...]) -> str:
    """Code and versions."""
    root = Path(grader.__file__).parent
    digest = hashlib.sha256(platform.python_version().encode() + platform.machine().encode())
    for name in _LIBRARIES:
        digest.update(f"{name} {_version(name)}".encode())
    for part in parts:
        for path in sorted((root / part).rglob("*.py")) or [root / part]:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""
