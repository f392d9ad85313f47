"""One change to a syntax tree, and the text that says it with as little else changed as can be."""

import ast
import copy
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """``node`` becomes ``new``. ``text`` is what to write for it, where the unparsed tree would change too much.

    With ``span`` the text replaces that stretch of the source (in bytes) in place of the node's own.
    """

    operator: str
    node: ast.AST
    new: ast.AST
    text: str | None = None
    span: tuple[int, int] | None = None


class Text:
    """Source as bytes, with the offsets of nodes: the parser counts columns in UTF-8."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def start(self, node: ast.AST) -> int:
        line, column = node.lineno, node.col_offset  # type: ignore[attr-defined]
        return int(self._starts[line - 1] + column)

    def end(self, node: ast.AST) -> int:
        line, column = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
        return int(self._starts[line - 1] + column)

    def of(self, node: ast.AST) -> str:
        return self.between(self.start(node), self.end(node))

    def between(self, start: int, end: int) -> str:
        return self.source[start:end].decode()

    def replaced(self, start: int, end: int, text: str) -> bytes:
        return self.source[:start] + text.encode() + self.source[end:]


def applied(change: Change, tree: ast.Module, text: Text) -> tuple[bytes, str] | None:
    """The changed source and the dump of its tree; None where no text says it."""
    wanted = ast.dump(_Replacing(change).visit(copy.copy(tree)))
    start, end = change.span or (text.start(change.node), text.end(change.node))
    for candidate in _texts(change):
        source = text.replaced(start, end, candidate)
        if _dumped(source) == wanted:
            return source, wanted
    return None


def _texts(change: Change) -> Iterable[str]:
    if change.text is not None:
        yield change.text
    if change.span is None:
        plain = ast.unparse(change.new)
        yield from (plain, f"({plain})")


def _dumped(source: bytes) -> str | None:
    try:
        return ast.dump(ast.parse(source))
    except SyntaxError:
        return None


class _Replacing(ast.NodeTransformer):
    """A copy of the tree with the change in it. Only what lies above the change is copied."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._change.node:
            return self._change.new
        changed = {}
        for name, value in ast.iter_fields(node):
            new = self._field(value)
            if new is not value:
                changed[name] = new
        return altered(node, **changed) if changed else node

    def _field(self, value: object) -> object:
        if isinstance(value, list):
            items = [self.visit(item) if isinstance(item, ast.AST) else item for item in value]
            return value if all(a is b for a, b in zip(items, value, strict=True)) else items
        return self.visit(value) if isinstance(value, ast.AST) else value


def altered(node: ast.AST, **fields: object) -> ast.AST:
    """A copy of a node with other fields."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new
