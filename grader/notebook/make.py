"""A notebook to work in: the statements as text, the stubs as cells that are marked for their exercises."""

import json
from collections.abc import Sequence
from typing import Any

from grader.course.exercise import Exercise

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def make_notebook(introduction: str, exercises: Sequence[Exercise], language: str) -> bytes:
    """A notebook of format 4.5. ``introduction`` is Markdown that stands before the first exercise; it may be empty."""
    cells = [_text("introduction", introduction)] if introduction.strip() else []
    for exercise in exercises:
        cells.append(_text(f"{exercise.name}-statement"[:64], exercise.statement(language)))
        cells.append(_code(f"{exercise.name}-answer"[:64], _answer(exercise)))
    document = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _answer(exercise: Exercise) -> str:
    return f"# grade: {exercise.name}\n{exercise.stub.read_text(encoding='utf-8')}"


def _text(id: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": _lines(source)}


def _code(id: str, source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": id,
        "metadata": {},
        "outputs": [],
        "source": _lines(source),
    }


def _lines(source: str) -> list[str]:
    """As Jupyter writes them, so that its first save changes nothing."""
    return source.strip("\n").splitlines(keepends=True)
