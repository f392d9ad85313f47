"""The student's file as the judge read it: lines and function names to point at.

A worker's own account of where an exception came from can be forged (a file name or a function name may carry hidden
inputs out), so reports quote this text and take from the worker nothing but line numbers.
"""

import ast
from dataclasses import dataclass, field
from functools import cached_property

_WIDTH = 160


@dataclass(frozen=True)
class Source:
    """A submitted file and its name."""

    file: str
    content: bytes = field(repr=False)

    @cached_property
    def lines(self) -> list[str]:
        return self.content.decode("utf-8-sig", errors="replace").splitlines()

    def line(self, number: int) -> str:
        """The text of a line (from 1), cut; empty where there is none."""
        text = self.lines[number - 1].strip() if 0 < number <= len(self.lines) else ""
        return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"

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
