"""What a student has reached, kept in the workspace. Two runs at once neither corrupt it nor lose a result.

Readers need no lock, since the file is replaced as a whole. Writers hold a lock from reading to replacing.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from grader.course.files import explained, write_atomically
from grader.faults import InfrastructureFault
from grader.language import say

_FORMAT = 1
_LOCK_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One graded exercise, as far as progress remembers it."""

    exercise: str
    points: float
    max_points: float
    passed: bool
    sha256: str | None
    course_version: str
    graded: str  # ISO 8601


@dataclass(frozen=True, slots=True)
class Record:
    """Where a student stands with one exercise. ``passed`` stays true once it was."""

    passed: bool = False
    best_points: float = 0.0
    best_of: float = 0.0
    attempts: int = 0
    hints: int = 0  # how many were taken
    graded: str | None = None  # when last
    passed_sha256: str | None = None  # of the last file that passed
    passed_course: str | None = None  # with which version of the course

    @property
    def best_share(self) -> float:
        return self.best_points / self.best_of if self.best_of else 0.0

    def with_attempt(self, attempt: Attempt) -> "Record":
        share = attempt.points / attempt.max_points if attempt.max_points else 0.0
        record = replace(self, attempts=self.attempts + 1, graded=attempt.graded, passed=self.passed or attempt.passed)
        if share >= record.best_share:
            record = replace(record, best_points=attempt.points, best_of=attempt.max_points)
        if attempt.passed:
            record = replace(record, passed_sha256=attempt.sha256, passed_course=attempt.course_version)
        return record


Records = dict[str, Record]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress file in ``folder`` (a workspace's ``.torchgrade``)."""

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / "progress.json"

    def read(self) -> Records:
        """Every exercise's record, by id. Raises InfrastructureFault where the file can't be understood."""
        try:
            return _decode(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise InfrastructureFault(
                say("{path} can't be read: {reason}.", path=self.path, reason=error.strerror or error)
            ) from error
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InfrastructureFault(
                say(
                    "{path} can't be understood ({error}). Your exercises are not in it: move it away, and "
                    "it is made anew from the next run on.",
                    path=self.path,
                    error=error,
                )
            ) from error

    def add(self, attempts: Iterable[Attempt]) -> None:
        """Add graded exercises to what is there."""
        graded = list(attempts)

        def merge(records: Records) -> Records:
            for attempt in graded:
                records[attempt.exercise] = records.get(attempt.exercise, Record()).with_attempt(attempt)
            return records

        if graded:
            self._update(merge)

    def take_hint(self, exercise: str, available: int) -> int | None:
        """Count one more hint as taken and give its index; None where all ``available`` were taken."""
        taken: int | None = None

        def take(records: Records) -> Records:
            nonlocal taken
            record = records.get(exercise, Record())
            if record.hints < available:
                taken = record.hints
                records[exercise] = replace(record, hints=record.hints + 1)
            return records

        self._update(take)
        return taken

    def _update(self, change: Callable[[Records], Records]) -> None:
        from filelock import FileLock, Timeout  # 0.1 s to import, and only writers need it

        lock = self.folder / "lock"
        try:
            with explained(lock), FileLock(lock, timeout=_LOCK_SECONDS):
                write_atomically(self.path, _encode(change(self.read())))
        except Timeout as error:
            raise InfrastructureFault(
                say(
                    "Another `grade` has held {lock} for {seconds:.0f} s: the result could not be recorded.",
                    lock=lock,
                    seconds=_LOCK_SECONDS,
                )
            ) from error


def _encode(records: Records) -> bytes:
    document = {"format": _FORMAT, "exercises": {id: asdict(record) for id, record in sorted(records.items())}}
    return (json.dumps(document, indent=1) + "\n").encode()


def _decode(content: bytes) -> Records:
    document = json.loads(content)
    if document["format"] != _FORMAT:
        raise ValueError(f"its format is {document['format']!r}, and this torchgrade knows format {_FORMAT}")
    return {id: _record(values) for id, values in document["exercises"].items()}


def _record(values: dict[str, Any]) -> Record:
    """A record from its JSON. A wrong type is an error here, not a surprise in a table later."""
    record = Record(**values)
    for field in fields(Record):
        default, value = field.default, getattr(record, field.name)
        kinds = (str, type(None)) if default is None else (int, float) if isinstance(default, float) else type(default)
        if not isinstance(value, kinds):
            raise TypeError(f"{field.name} is {value!r}")
    return record
