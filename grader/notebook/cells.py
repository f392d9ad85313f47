"""The code cells of a notebook file, read within bounds and trusted in nothing.

The size of the file and the number of its values are bounded before they are parsed, so that no file takes more than a
few hundred megabytes for a moment; outputs are dropped at once.
"""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grader.language import say

MAX_NOTEBOOK_BYTES = 16 << 20  # with its outputs: a few pictures are some megabytes
_MAX_VALUES = 1_000_000  # lists, objects and commas: what parsed JSON costs memory for
_MAX_CELLS = 5_000
_MARK = re.compile(  # with the colon and the commas of a Chinese keyboard too, and with a remark in brackets
    r"#+\s*grade\s*[:：]\s*(?P<names>[\w./,，、 -]+?)\s*(?:[(（].*)?$", re.IGNORECASE
)
_PYTHON = ("python", "ipython", "python3")
_UNKNOWN = "plaintext"  # what VS Code writes for any cell while no kernel is chosen


class NotANotebook(Exception):
    """Why a file can't be read as a notebook: the rest of a sentence that begins with the file's name."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell. ``number`` counts the code cells from 1; ``language`` is empty for the notebook's own."""

    number: int
    lines: tuple[str, ...]
    marks: tuple[str, ...]  # the exercises that it says it is for, as written, in lower case
    language: str = ""

    def late_mark(self, names: Collection[str]) -> int | None:
        """The line, from 1, of a mark for one of ``names`` that does not count, since it is not the first."""
        marks = ((number, _mark(line) or ()) for number, line in enumerate(self.lines, start=1))
        return next((number for number, mark in marks if set(mark) & set(names)), None)


@lru_cache(maxsize=4)  # a chapter's exercises are read from one notebook, one after another
def read_cells(content: bytes) -> tuple[Cell, ...]:
    """The code cells in their order. Raises NotANotebook."""
    document = _parsed(content)
    _refuse_other_languages(document)
    cells: list[Cell] = []
    for raw in _raw_cells(document):
        if len(cells) == _MAX_CELLS:
            raise NotANotebook(say("has more than {count} code cells.", count=_MAX_CELLS))
        cells.append(_cell(len(cells) + 1, raw))
    return tuple(cells)


def _parsed(content: bytes) -> dict[str, Any]:
    if sum(content.count(sign) for sign in (b",", b"[", b"{")) > _MAX_VALUES:
        raise NotANotebook(say("holds too much data. Clear its outputs, save it, and hand it in again."))
    try:
        document = json.loads(content.decode("utf-8-sig"), parse_int=_no_number, parse_float=_no_number)
    except UnicodeDecodeError:
        raise NotANotebook(say("is not UTF-8 text. Save it anew from Jupyter.")) from None
    except (ValueError, RecursionError, MemoryError):
        raise NotANotebook(say("can't be read as a notebook: it is no valid JSON. Save it anew.")) from None
    if not isinstance(document, dict):
        raise NotANotebook(say("can't be read as a notebook: it has no cells. Save it anew."))
    return document


def _no_number(text: str) -> None:
    """No number in a notebook is of interest, and making one of a million digits takes long."""


def _raw_cells(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Format 4 has cells, format 3 has them on worksheets."""
    found = document.get("cells")
    if found is None:
        sheets = document.get("worksheets")
        named = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)] if isinstance(sheets, list) else []
        lists = [cells for cells in named if isinstance(cells, list)]
        found = [cell for cells in lists for cell in cells] if lists else None
    if not isinstance(found, list):
        raise NotANotebook(say("can't be read as a notebook: it has no cells. Save it anew."))
    yield from (cell for cell in found if isinstance(cell, dict) and cell.get("cell_type") == "code")


def _cell(number: int, raw: dict[str, Any]) -> Cell:
    text = _text(number, raw.get("source", raw.get("input", "")))
    lines = tuple(re.split(r"\r\n|\r|\n", text))
    table = raw.get("metadata")
    metadata = table if isinstance(table, dict) else {}
    return Cell(number, lines, (*_marks_of_comment(lines), *_marks_of_metadata(metadata)), _language(metadata))


def _text(number: int, source: Any) -> str:
    """A cell's text: one string, or a list of lines that end as they should."""
    parts = source if isinstance(source, list) else [source]
    if not all(isinstance(part, str) for part in parts):
        raise NotANotebook(say("can't be read: the text of cell {number} is no text. Save it anew.", number=number))
    text = "".join(parts).removeprefix("\ufeff")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise NotANotebook(say("can't be read: cell {number} holds what is no character.", number=number))
    return text


def _marks_of_comment(lines: tuple[str, ...]) -> list[str]:
    """The first line; IPython wants a cell magic before it."""
    written = (line.strip() for line in lines if line.strip() and not line.startswith("%%"))
    found = _mark(next(written, ""))
    return found or []


def _mark(line: str) -> list[str] | None:
    found = _MARK.match(line.strip()[:1000])
    return _names(found["names"]) if found else None


def _marks_of_metadata(metadata: dict[str, Any]) -> list[str]:
    """``{"grade": "linreg_numpy"}`` (or a list), or a tag ``grade:linreg_numpy``."""
    own, tags = metadata.get("grade"), metadata.get("tags")
    named = [name for name in (own if isinstance(own, list) else [own]) if isinstance(name, str)]
    tagged = [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []
    marked = [tag.partition(":")[2] for tag in tagged if tag.lower().startswith("grade:")]
    return [name for text in (*named, *marked) for name in _names(text)]


def _names(text: str) -> list[str]:
    return [name.strip().lower().removesuffix(".py") for name in re.split("[,，、]", text[:1000]) if name.strip()]


def _language(metadata: dict[str, Any]) -> str:
    """VS Code lets a cell have a language of its own."""
    table = metadata.get("vscode")
    language = table.get("languageId") if isinstance(table, dict) else None
    if not isinstance(language, str) or language.lower() in (*_PYTHON, _UNKNOWN):
        return ""
    return language[:40]


def _refuse_other_languages(document: dict[str, Any]) -> None:
    metadata = document.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        table = metadata.get(key) if isinstance(metadata, dict) else None
        language = table.get(name) if isinstance(table, dict) else None
        if isinstance(language, str) and language.lower() not in _PYTHON:
            raise NotANotebook(say("is a notebook of another language, {language}.", language=language[:40]))
