"""Mutants that no check can catch because nothing they change can be seen: listed with the reason, in waivers.toml."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from grader.authoring.mutation.mutant import Key
from grader.course import Exercise
from grader.course.settings import read_settings

FILE = "waivers.toml"
_Text = Annotated[str, Field(min_length=1)]


class Waiver(BaseModel):
    """One ``[[waiver]]``: the mutant as ``grade verify`` prints it, and why it is the same program for any check."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    function: str
    operator: _Text
    before: str
    after: str
    occurrence: Annotated[int, Field(ge=1)] = 1
    reason: Annotated[str, Field(min_length=10)]

    @property
    def key(self) -> Key:
        return Key(self.function, self.operator, self.before, self.after, self.occurrence)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    waiver: list[Waiver] = []


def read_waivers(exercise: Exercise) -> list[Waiver]:
    """Those of an exercise, none where it has no waivers.toml. Raises AuthorFault."""
    path = exercise.solutions / FILE
    return read_settings(path, _File).waiver if path.is_file() else []


def stale(waivers: Iterable[Waiver], mutants: Iterable[Key], killed: Iterable[Key]) -> list[str]:
    """One sentence for each waiver that waives nothing."""
    known, dead = set(mutants), set(killed)
    seen: set[Key] = set()
    found = []
    for waiver in waivers:
        if waiver.key in seen:
            found.append(f"{FILE}: waived twice: {waiver.key}")
        elif waiver.key not in known:
            found.append(f"{FILE}: stale waiver, there is no such mutant: {waiver.key}")
        elif waiver.key in dead:
            found.append(f"{FILE}: stale waiver, a check catches it: {waiver.key}")
        seen.add(waiver.key)
    return found


def entry(key: Key) -> str:
    """A waiver to paste and to give a reason."""
    lines = [
        "[[waiver]]",
        f"function = {_quoted(key.function)}",
        f"operator = {_quoted(key.operator)}",
        f"before = {_quoted(key.before)}",
        f"after = {_quoted(key.after)}",
    ]
    if key.occurrence > 1:
        lines.append(f"occurrence = {key.occurrence}")
    return "\n".join([*lines, 'reason = ""'])


def _quoted(text: str) -> str:
    """A TOML string: literal where it can be, so that a line of code reads as it stands."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'"{escaped}"'


def path_of(exercise: Exercise) -> Path:
    return exercise.solutions / FILE
