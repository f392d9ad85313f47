"""Honest attempts: answers by people who saw the statement and the stub alone, and whether each is right.

They try the checks from the other side. A right attempt that fails, or a wrong one that passes, shows a check that
asks for what the statement does not say, or does not ask for what it does.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

from grader.course import Exercise
from grader.faults import AuthorFault


@dataclass(frozen=True, slots=True)
class Attempt:
    name: str
    content: bytes
    right: bool


def attempts(exercise: Exercise) -> list[Attempt]:
    """All of them, by name. Raises AuthorFault where one does not say whether it is right."""
    return [_read(path) for path in exercise.attempts()]


def _read(path: Path) -> Attempt:
    try:
        content = path.read_bytes()
        said = ast.get_docstring(ast.parse(content)) or ""
    except (OSError, SyntaxError, ValueError) as error:
        raise AuthorFault(f"{path} can't be read: {error}.") from error
    verdict, colon, _ = said.partition(":")
    if verdict not in ("Right", "Wrong") or not colon:
        raise AuthorFault(f'{path} does not say what it is: begin its docstring with "Right: …" or "Wrong: …".')
    return Attempt(path.stem, content, verdict == "Right")
