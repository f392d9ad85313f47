"""The known wrong answers of an exercise: what each does, and which checks must catch it."""

import ast
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grader.course.exercise import Exercise
from grader.faults import AuthorFault
from grader.language import say


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """``hint`` is the first line of its docstring, in words to its author."""

    name: str
    content: bytes
    hint: str
    fails: frozenset[str]


def wrong_answers(exercise: Exercise) -> tuple[WrongAnswer, ...]:
    """All of them, by name; none in a course without solutions. Raises AuthorFault where one can't be read."""
    return tuple(_read(path) for path in exercise.wrong())


def _read(path: Path) -> WrongAnswer:
    try:
        return _parsed(path.stem, path.read_bytes())
    except (OSError, SyntaxError, ValueError) as error:
        raise AuthorFault(say("{path} can't be read: {error}.", path=path, error=error)) from error


@lru_cache(maxsize=10_000)
def _parsed(name: str, content: bytes) -> WrongAnswer:
    tree = ast.parse(content)
    hint = (ast.get_docstring(tree) or "").partition("\n")[0].strip()
    return WrongAnswer(name, content, hint, frozenset(_fails(tree)))


def _fails(tree: ast.Module) -> list[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "FAILS" for t in node.targets):
            try:
                value = ast.literal_eval(node.value)
            except ValueError:
                return []
            return [name for name in value if isinstance(name, str)] if isinstance(value, list | tuple) else []
    return []
