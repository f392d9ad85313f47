"""The answers to an exercise whose grades are known beforehand: the reference, the stub, right and wrong ones."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.course import Exercise
from grader.faults import AuthorFault
from grader.judge.wrong_answers import wrong_answers

Kind = Literal["solution", "stub", "right", "wrong"]


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
        return self.name if self.kind in ("solution", "stub") else f"{self.kind}/{self.name}"


def variants(exercise: Exercise) -> list[Variant]:
    """All answers to ``exercise``, the reference first.

    Raises AuthorFault where the reference is missing, or a wrong answer lacks its hint or its FAILS.
    """
    return [
        Variant("solution", "solution", _read(exercise.reference)),
        Variant("stub", "stub", _read(exercise.stub)),
        *(Variant("right", path.stem, _read(path)) for path in exercise.right()),
        *_wrong(exercise),
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
        if not answer.fails:
            raise AuthorFault(f'{path} has no FAILS: name the checks that must catch it, as FAILS = ["test_values"].')
        found.append(Variant("wrong", answer.name, answer.content, answer.fails, answer.hint))
    return found
