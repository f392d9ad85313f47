"""The answers to an exercise whose grades are known beforehand: the reference, the stub, right and wrong ones."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.authoring.attempts import attempts
from grader.course import Exercise
from grader.faults import AuthorFault
from grader.judge.wrong_answers import wrong_answers

# An attempt was made from the statement alone: "attempt" is right, "mistake" is wrong in a way that nobody has named.
Kind = Literal["solution", "stub", "right", "wrong", "attempt", "mistake"]
_FOLDERS = {"right": "right/", "wrong": "wrong/", "attempt": "attempts/", "mistake": "attempts/"}


@dataclass(frozen=True, slots=True)
class Variant:
    """One answer and what is known of it. ``fails`` names the checks that must catch a wrong one."""

    kind: Kind
    name: str  # the file's stem; "solution" and "stub" for those two
    content: bytes
    fails: frozenset[str] = frozenset()
    hint: str = ""  # to the author of a wrong one

    @property
    def label(self) -> str:
        return _FOLDERS.get(self.kind, "") + self.name


def variants(exercise: Exercise) -> list[Variant]:
    """All answers to ``exercise``, the reference first.

    Raises AuthorFault where the reference is missing, a wrong answer lacks its hint, or an attempt does not say
    whether it is right.
    """
    return [
        Variant("solution", "solution", _read(exercise.reference)),
        Variant("stub", "stub", _read(exercise.stub)),
        *(Variant("right", path.stem, _read(path)) for path in exercise.right()),
        *_wrong(exercise),
        *(Variant("attempt" if it.right else "mistake", it.name, it.content) for it in attempts(exercise)),
    ]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise AuthorFault(f"{path} can't be read: {(error.strerror or str(error)).lower()}.") from error


def _wrong(exercise: Exercise) -> list[Variant]:
    found = []
    for answer in wrong_answers(exercise):
        path = exercise.solutions / "wrong" / f"{answer.name}.py"
        if not answer.hint:
            raise AuthorFault(f"{path} has no docstring: its first line is the hint to a student who wrote this.")
        found.append(Variant("wrong", answer.name, answer.content, answer.fails, answer.hint))
    return found
