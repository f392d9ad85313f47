"""The answers to an exercise whose grades are known beforehand: the reference, the stub, right and wrong ones."""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.course import Exercise
from grader.faults import AuthorFault

Kind = Literal["solution", "stub", "right", "wrong"]

REFERENCE_MODULE = "reference"  # under this name a wrong or right answer imports the reference


@dataclass(frozen=True, slots=True)
class Variant:
    """One answer and what is known of it. ``fails`` names the checks that must catch a wrong one."""

    kind: Kind
    name: str  # the file's stem; "solution" and "stub" for those two
    path: Path
    content: bytes
    hint: str = ""
    fails: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        return self.name if self.kind in ("solution", "stub") else f"{self.kind}/{self.name}"


def variants(exercise: Exercise) -> list[Variant]:
    """All answers to ``exercise``, the reference first. Raises AuthorFault where a file is missing or says too little."""
    if not exercise.reference.is_file():
        raise AuthorFault(f"{exercise.id} has no reference: write {exercise.reference}.")
    return [
        _read("solution", exercise.reference, name="solution"),
        _read("stub", exercise.stub, name="stub"),
        *(_read("right", path) for path in exercise.right()),
        *(_wrong(path) for path in exercise.wrong()),
    ]


def _read(kind: Kind, path: Path, name: str | None = None) -> Variant:
    return Variant(kind, name or path.stem, path, path.read_bytes())


def _wrong(path: Path) -> Variant:
    content = path.read_bytes()
    try:
        tree = ast.parse(content)
    except SyntaxError as error:
        raise AuthorFault(f"{path}, line {error.lineno}: {error.msg}.") from None
    hint = (ast.get_docstring(tree) or "").partition("\n")[0].strip()
    if not hint:
        raise AuthorFault(f"{path} has no docstring: its first line is the hint to a student who wrote this.")
    return Variant("wrong", path.stem, path, content, hint, _fails(path, tree))


def _fails(path: Path, tree: ast.Module) -> frozenset[str]:
    """The literal list FAILS of a wrong answer."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "FAILS" for t in node.targets):
            try:
                names = ast.literal_eval(node.value)
            except ValueError:
                break
            if isinstance(names, list | tuple) and names and all(isinstance(name, str) for name in names):
                return frozenset(names)
    raise AuthorFault(f"{path} has no FAILS: a list of the checks that must catch it, as FAILS = [\"test_values\"].")
