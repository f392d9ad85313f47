"""The student's file as the judge read it: lines and function names to point at.

A worker's own account of where an exception came from can be forged (a file name or a function name may carry hidden
inputs out), so reports quote this text and take from the worker nothing but line numbers.
"""

import ast
import re
from dataclasses import dataclass, field
from functools import cached_property

from grader.language import say
from grader.notebook import CellPlace, left_out, place_of, takes_the_rest

_WIDTH = 160
_MOST_REMARKS = 10


@dataclass(frozen=True)
class Source:
    """A submitted file and its name; ``notebook`` is the name of the one whose cells it was made of, if it was."""

    file: str
    content: bytes = field(repr=False)
    notebook: str = ""

    @cached_property
    def lines(self) -> list[str]:
        """As Python counts them: a form feed or U+2028 begins no line."""
        return re.split(r"\r\n|\r|\n", self.content.decode("utf-8-sig", errors="replace"))

    @property
    def name(self) -> str:
        """What the student calls it."""
        return self.notebook or self.file

    def where(self, line: int) -> str:
        """Line ``line`` as a sentence begins with it: "Line 9 of your file", "Line 3 of cell 5"."""
        place = self._cell(line)
        if place is None:
            return say("Line {line} of your file", line=line)
        return say("Line {line} of cell {cell}", line=place.line, cell=place.cell)

    def inside(self, line: int) -> str:
        """The same within a sentence: "line 9", "line 3 of cell 5"."""
        place = self._cell(line)
        if place is None:
            return say("line {line}", line=line)
        return say("line {line} of cell {cell}", line=place.line, cell=place.cell)

    def file_at(self, line: int) -> str:
        """The file, or the notebook's cell, that a line is in."""
        place = self._cell(line)
        return self.name if place is None else say("{notebook}, cell {cell}", notebook=self.notebook, cell=place.cell)

    def number_of(self, line: int) -> int:
        """The number of a line in what ``file_at`` names."""
        place = self._cell(line)
        return line if place is None else place.line

    def in_its_own_words(self, text: str) -> str:
        """An exception's text that names a line of the file (a SyntaxError's does), with cells for a notebook."""
        if not self.notebook:
            return text
        named = re.compile(rf"{re.escape(self.file)}, line (\d{{1,7}})")
        return named.sub(lambda found: self.inside(int(found[1])), text)

    @property
    def remarks(self) -> list[str]:
        """What of a notebook was left out, a sentence each."""
        if not self.notebook:
            return []
        found = left_out(self.content)
        said = [_left_out(place, text) for place, text in found[:_MOST_REMARKS]]
        if len(found) > _MOST_REMARKS:
            said.append(say("{count} more lines were left out.", count=len(found) - _MOST_REMARKS))
        return said

    def _cell(self, line: int) -> CellPlace | None:
        return place_of(self.content, line) if self.notebook else None

    def line(self, number: int) -> str:
        """The text of a line (from 1), cut; empty where there is none."""
        return _cut(self.lines[number - 1].strip() if 0 < number <= len(self.lines) else "")

    def function_at(self, number: int) -> str:
        """The innermost function or class around a line, as ``MLP.backward``; "" at the top of the file."""
        around = [name for first, last, name in self._definitions if first <= number <= last]
        return around[-1] if around else ""

    @cached_property
    def _definitions(self) -> list[tuple[int, int, str]]:
        """(first line, last line, qualified name), outer before inner."""
        try:
            tree = ast.parse(self.content)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return []
        found: list[tuple[int, int, str]] = []
        waiting: list[tuple[ast.AST, str]] = [(tree, "")]
        while waiting:
            node, prefix = waiting.pop()
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    name = f"{prefix}{child.name}"
                    found.append((child.lineno, child.end_lineno or child.lineno, name))
                    waiting.append((child, f"{name}."))
                else:
                    waiting.append((child, prefix))
        return sorted(found, key=lambda definition: (definition[0], -definition[1]))


def _left_out(place: CellPlace, text: str) -> str:
    facts = {"line": place.line, "cell": place.cell, "text": _cut(text.replace("`", "'"))}
    if takes_the_rest(text):
        return say("From line {line} on, cell {cell} is no Python and was left out: `{text}`", **facts)
    return say("Line {line} of cell {cell} is no Python and was left out: `{text}`", **facts)


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
