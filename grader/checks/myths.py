"""Questions to predict: what a snippet gives, asked in a statement and observed on the torch that is installed.

The statement is the only place where the snippets stand. A heading that is nothing but an identifier in backticks
begins a question; the first block of Python after it is its snippet. Blocks before the first question come first in
every snippet: imports and helpers. The answer is what the last line of the snippet gives, or, where that line raises,
the name of the exception.

    ## `leaf`

    ```python
    x = torch.ones(2, requires_grad=True)
    x.grad_fn, x.is_leaf
    ```
"""

import ast
import math
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, TypeGuard

import torch

from grader.checks.build import finding
from grader.checks.digits import side_by_side
from grader.checks.render import clean, describe, join, type_name
from grader.language import say, say_count
from grader.language.course import told

_HEADING = re.compile(r"#+ +`(\w+)` *")
_FENCE = re.compile(r"```(\w*) *")
# Numbers that are predicted are written with few digits.
_RTOL, _ATOL = 1e-3, 1e-6

Answer = None | bool | int | float | str | tuple["Answer", ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a statement. ``why`` is one sentence for who answered wrongly; "" in a translation."""

    id: str
    snippet: str
    setup: str = ""
    why: str = ""

    def __str__(self) -> str:
        return self.id

    def observe(self) -> Answer:
        """What the last line gives, here and now. Raises ValueError for a snippet that can't be a question."""
        return self._run()[0]

    def check(self, answers: Any) -> None:
        """The entry of ``answers`` (id -> literal) for this question is what torch gives. Raises ``Finding``.

        Nothing about the right answer is told before there is one: ``...`` and a missing entry are "not answered".
        """
        if type(answers) is not dict:
            raise finding("type", say("`ANSWERS` is {answers} instead of a dict.", answers=describe(answers)))
        answer = answers.get(self.id, ...)
        if answer is ...:
            raise finding("not_implemented", say("`{id}` is not answered yet.", id=self.id))
        if not is_answer(answer):
            detail = say("Numbers, strings, True, False, None, and tuples of them are literals.")
            raise finding(
                "type",
                say("The answer to `{id}` holds {part}, which is no literal.", id=self.id, part=_no_literal(answer)),
                detail,
            )
        truth, raised = self._run()
        if not same_answer(answer, truth):
            headline = say("`{id}`: {difference}.", id=self.id, difference=_difference(answer, truth))
            right, yours = side_by_side(truth, answer, _wrong_parts(answer, truth))
            raise finding("value", headline, raised, told(self.why), expected=right, actual=yours)

    def _run(self) -> tuple[Answer, str]:
        """The answer, and the text of the exception where it is one."""
        first, last = self._compiled()
        names: dict[str, Any] = {"__name__": self.id}
        with torch.random.fork_rng(devices=[]), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a snippet may be about something that warns
            torch.manual_seed(0)
            exec(first, names)
            try:
                value = eval(last, names)
            except Exception as error:
                return type(error).__name__, clean(
                    say("The last line raises {kind}: {error}", kind=type(error).__name__, error=error), 200
                )
        if not is_answer(value):
            raise ValueError(
                f"The snippet of {self.id} gives {describe(value)}; let its last line make a literal of it."
            )
        return _as_tuples(value), ""

    def _compiled(self) -> tuple[CodeType, CodeType]:
        """The snippet without its last line, and the last line."""
        tree, file = ast.parse(f"{self.setup}\n{self.snippet}"), f"<{self.id}>"
        last = tree.body.pop() if tree.body else None
        if not isinstance(last, ast.Expr):
            raise ValueError(f"The snippet of {self.id} must end in an expression, whose value is asked for.")
        return compile(tree, file, "exec"), compile(ast.Expression(last.value), file, "eval")


def read_questions(statement: Path, why: Mapping[str, str] | None = None) -> list[Question]:
    """The questions of a statement, in its order.

    ``why`` has a sentence for each; without it they have none. Raises ValueError where a question has no snippet or
    comes twice, or where ``why`` has others than the statement.
    """
    setup: list[str] = []
    snippets: dict[str, str] = {}
    for id, block in _blocks(statement.read_text(encoding="utf-8")):
        if id is None:
            setup.append(block)
        elif id in snippets:
            raise ValueError(f"{statement} asks {id} twice.")
        else:
            snippets[id] = block
    others = set(snippets) ^ set(snippets if why is None else why)
    if others:
        raise ValueError(f"{statement}: only one of statement and reasons has {join(sorted(others))}.")
    return [Question(id, snippet, "\n".join(setup), why[id] if why else "") for id, snippet in snippets.items()]


def _blocks(text: str) -> Iterator[tuple[str | None, str]]:
    """Of every question its id and first block; before the first question (None, block) of every block."""
    id: str | None = None
    waiting = False  # a question that has no block yet
    block: list[str] | None = None
    python = False
    for line in text.splitlines():
        heading, fence = _HEADING.fullmatch(line), _FENCE.fullmatch(line)
        if block is not None and fence is None:
            block.append(line)
        elif block is not None:
            if python and (id is None or waiting):
                yield id, "\n".join(block)
                waiting = False
            block = None
        elif fence is not None:
            block, python = [], fence[1] == "python"
        elif heading is not None:
            if waiting:
                raise ValueError(f"The question {id} has no snippet.")
            id, waiting = heading[1], True
    if waiting:
        raise ValueError(f"The question {id} has no snippet.")


def is_answer(value: object) -> bool:
    """Whether ``value`` is a literal: None, a truth value, number or string, or a tuple or list of literals."""
    if isinstance(value, tuple | list):
        return type(value) in (tuple, list, torch.Size) and all(map(is_answer, value))
    return value is None or type(value) in (bool, int, float, str)


def same_answer(answer: Any, truth: Answer) -> bool:
    """Equal as a prediction is: lists may be tuples, 4 may be 4.0, numbers need three digits; True is not 1."""
    if isinstance(truth, tuple):
        same_length = isinstance(answer, tuple | list) and len(answer) == len(truth)
        return same_length and all(map(same_answer, answer, truth))
    if _is_number(answer) and _is_number(truth):
        return math.isclose(answer, truth, rel_tol=_RTOL, abs_tol=_ATOL)
    return type(answer) is type(truth) and bool(answer == truth)


def _no_literal(value: Any) -> str:
    """What the first part is that is no literal."""
    if type(value) in (tuple, list):
        return next(_no_literal(part) for part in value if not is_answer(part))
    if type_name(value) == "type":  # whose name only the sandbox knows
        return say("a class")
    return describe(value)


def _wrong_parts(answer: Any, truth: Answer) -> Any:
    """Which parts of an answer are wrong, nested as the truth is."""
    if isinstance(truth, tuple) and isinstance(answer, tuple | list) and len(answer) == len(truth):
        return list(map(_wrong_parts, answer, truth))
    return not same_answer(answer, truth)


def _is_number(value: object) -> TypeGuard[int | float]:
    return type(value) in (int, float)


def _difference(answer: Any, truth: Answer) -> str:
    """How the two differ, in words: which parts, where both have parts."""
    if not isinstance(truth, tuple):
        return say("torch gives something else")
    if not isinstance(answer, tuple | list) or len(answer) != len(truth):
        return say("the answer is a tuple of {number}", number=len(truth))
    wrong = sum(not same_answer(mine, true) for mine, true in zip(answer, truth, strict=True))
    return say_count(
        "{count} of the {all} parts is not what torch gives",
        "{count} of the {all} parts are not what torch gives",
        wrong,
        all=len(truth),
    )


def _as_tuples(value: Any) -> Answer:
    return tuple(map(_as_tuples, value)) if isinstance(value, tuple | list) else value
