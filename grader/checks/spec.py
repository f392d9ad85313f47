"""Shapes in words: ``"b n d, b m d -> b n m"``.

A token is a name (one size, the same wherever it appears), an integer (fixed), or, in results, an expression of these
without spaces (``n-k+1``, ``2*d``, ``h//2``). Commas part several tensors; nothing between them is a 0-d tensor.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}


@dataclass(frozen=True, slots=True)
class Shape:
    """The tokens of one tensor."""

    tokens: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Shape":
        tokens = tuple(text.split())
        for token in tokens:
            _expression(token)
        return cls(tokens)

    @property
    def names(self) -> list[str]:
        """The sizes that it uses, in order of appearance."""
        return list(dict.fromkeys(name for token in self.tokens for name in _names(token)))

    def sizes(self, values: Mapping[str, int]) -> tuple[int, ...]:
        """The shape when the names have these values."""
        return tuple(_evaluate(_expression(token), values) for token in self.tokens)

    def __str__(self) -> str:
        return f"({', '.join(self.tokens)}{',' if len(self.tokens) == 1 else ''})"


@dataclass(frozen=True, slots=True)
class Contract:
    """Shapes of the inputs and of the results."""

    inputs: tuple[Shape, ...]
    outputs: tuple[Shape, ...]

    @classmethod
    def parse(cls, text: str) -> "Contract":
        """Raises ``ValueError`` when ``text`` is not ``inputs -> results``."""
        before, arrow, after = text.partition("->")
        if not arrow:
            raise ValueError(f"{text!r} has no '->' between the inputs and the results")
        contract = cls(parse_shapes(before), parse_shapes(after))
        known = set(names_of(contract.inputs))
        unknown = [name for name in names_of(contract.outputs) if name not in known]
        if unknown and contract.inputs:
            raise ValueError(f"the result uses {unknown[0]!r}, which no input of {text!r} has")
        return contract


def parse_shapes(text: str) -> tuple[Shape, ...]:
    """The tensors of one side."""
    return tuple(Shape.parse(part) for part in text.split(","))


def names_of(shapes: Sequence[Shape]) -> list[str]:
    """The names of all shapes, in order of appearance."""
    return list(dict.fromkeys(name for shape in shapes for name in shape.names))


@lru_cache(maxsize=4096)  # the same few tokens come again with every case of every check
def _expression(token: str) -> ast.expr:
    try:
        tree = ast.parse(token, mode="eval").body
    except SyntaxError:
        raise ValueError(f"{token!r} is not a size: write a name, an integer or an expression without spaces") from None
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.BinOp | ast.Constant | ast.expr_context | ast.operator):
            raise ValueError(f"{token!r} is not a size: write a name, an integer or an expression without spaces")
        if isinstance(node, ast.Constant) and type(node.value) is not int:
            raise ValueError(f"{token!r} is not a size: only integers have sizes")
    return tree


@lru_cache(maxsize=4096)
def _names(token: str) -> tuple[str, ...]:
    return tuple(node.id for node in ast.walk(_expression(token)) if isinstance(node, ast.Name))


def _evaluate(node: ast.expr, values: Mapping[str, int]) -> int:
    if isinstance(node, ast.Constant):
        return int(str(node.value))
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_evaluate(node.left, values), _evaluate(node.right, values))
    raise ValueError(f"{ast.unparse(node)!r}: only +, -, * and // are known")
