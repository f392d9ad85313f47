"""What intake gives: submissions by student, and what could not be used, with the reason."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from grader.submission import Notice

Path = tuple[str, ...]  # of a file, relative to what the student handed in: ("ch03_by_hand", "linreg_numpy.py")


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One attempt of one student (or group), as it was when it was read."""

    student: str  # as the platform names them: "Ada Lovelace", "lovelaceada"
    files: Mapping[Path, bytes]  # with the content of exercises' files; of others the name alone
    identifier: str = ""  # the platform's number of the student, where it gives one
    email: str = ""
    attempt: int = 1
    late: bool | None = None  # None where the platform does not say
    received: datetime | None = None  # with a time zone; None where the platform does not say
    unread: Mapping[Path, Notice] = field(default_factory=dict)  # what could not be read, and why


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that can't be used, in one clear sentence. It never stops the rest."""

    student: str  # empty where it belongs to nobody in particular
    sentence: str


@dataclass(slots=True)
class Intake:
    """Everything that was found under one path. ``problems`` grows while ``handed_in`` is gone through, once."""

    layout: str  # "Moodle", "Canvas", "Gradescope", "a folder a student", "files by name"
    count: int
    problems: list[Problem]
    handed_in: Iterator[HandedIn]
