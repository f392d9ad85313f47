"""The words of a program's shape: what is left of it when everything that is cheap to change is taken out.

Names, literals, annotations, comments, docstrings and imports do not count; the operands of what commutes come in one
order, ``a > b`` is ``b < a``, ``x += y`` is ``x = x + y``. What is called on a library's objects can't be renamed, so
attributes keep their names, but for ``self``'s.
"""

import ast
import io
import keyword
import tokenize
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence

Word = tuple[str, int]  # and its 1-based line

_COMMUTES = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
_TURNED = {ast.Gt: "Lt", ast.GtE: "LtE"}
_SYMMETRIC = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)
_SKIPPED = (ast.Import, ast.ImportFrom, ast.Pass, ast.expr_context)
_PASSED_BY = (
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
)  # fmt: skip


def chunks(source: str) -> list[list[Word]]:
    """The words of each function or method, and last of what is outside of them; of text that is no Python, its tokens.

    Functions are apart, so their order does not matter.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the student's escapes and comparisons
            tree = ast.parse(source)
        functions = list(_functions(tree.body))
        apart = {id(function) for function in functions}
        return [*(_function(each, each.lineno, apart) for each in functions), list(_words(tree, apart))]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [list(_tokens(source))]


def _functions(body: Sequence[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body)


def _words(node: ast.AST, apart: set[int]) -> Iterable[Word]:
    """Of a node and all that is in it, but for functions that stand ``apart``."""
    if id(node) in apart or isinstance(node, _SKIPPED) or _is_docstring(node):
        return []
    line = getattr(node, "lineno", 1)
    write = _WRITERS.get(type(node))
    if write is not None:
        return write(node, line, apart)
    return [(type(node).__name__, line), *_all(ast.iter_child_nodes(node), apart)]


def _all(nodes: Iterable[ast.AST], apart: set[int]) -> list[Word]:
    return [word for node in nodes for word in _words(node, apart)]


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _in_order(parts: Iterable[Iterable[Word]]) -> list[Word]:
    """Parts whose order means nothing, in the order of their words."""
    lists = sorted((list(part) for part in parts), key=lambda part: [text for text, _ in part])
    return [word for part in lists for word in part]


def _name(node: ast.Name, line: int, apart: set[int]) -> list[Word]:
    return [("name", line)]


def _constant(node: ast.Constant, line: int, apart: set[int]) -> list[Word]:
    value = node.value
    if value is None or isinstance(value, bool):
        return [(str(value), line)]
    return [("string" if isinstance(value, str | bytes) else "number", line)]


def _attribute(node: ast.Attribute, line: int, apart: set[int]) -> list[Word]:
    own = isinstance(node.value, ast.Name) and node.value.id == "self"
    return [*_words(node.value, apart), (".name" if own else f".{node.attr}", line)]


def _operation(node: ast.BinOp, line: int, apart: set[int]) -> list[Word]:
    return _binary(node.op, node.left, node.right, line, apart)


def _binary(op: ast.operator, left: ast.AST, right: ast.AST, line: int, apart: set[int]) -> list[Word]:
    parts = (_words(left, apart), _words(right, apart))
    operands = _in_order(parts) if isinstance(op, _COMMUTES) else [word for part in parts for word in part]
    return [(type(op).__name__, line), *operands]


def _augmented(node: ast.AugAssign, line: int, apart: set[int]) -> list[Word]:
    target = list(_words(node.target, apart))
    return [("Assign", line), *target, *_binary(node.op, node.target, node.value, line, apart)]


def _annotated(node: ast.AnnAssign, line: int, apart: set[int]) -> list[Word]:
    if node.value is None:
        return []
    return [("Assign", line), *_words(node.target, apart), *_words(node.value, apart)]


def _comparison(node: ast.Compare, line: int, apart: set[int]) -> list[Word]:
    if len(node.ops) > 1:
        return [("Compare", line), *_all(ast.iter_child_nodes(node), apart)]
    op, parts = node.ops[0], [list(_words(node.left, apart)), list(_words(node.comparators[0], apart))]
    if type(op) in _TURNED:
        return [(_TURNED[type(op)], line), *parts[1], *parts[0]]
    operands = _in_order(parts) if isinstance(op, _SYMMETRIC) else [*parts[0], *parts[1]]
    return [(type(op).__name__, line), *operands]


def _either_order(node: ast.BoolOp, line: int, apart: set[int]) -> list[Word]:
    return [(type(node.op).__name__, line), *_in_order(_words(value, apart) for value in node.values)]


def _call(node: ast.Call, line: int, apart: set[int]) -> list[Word]:
    named = _in_order([(f"{each.arg}=", line), *_words(each.value, apart)] for each in node.keywords)
    return [("call", line), *_words(node.func, apart), *_all(node.args, apart), *named]


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, line: int, apart: set[int]) -> list[Word]:
    return [("function", line), *_all(node.decorator_list, apart), *_all(node.body, apart)]


def _loop(node: ast.For, line: int, apart: set[int]) -> list[Word]:
    """``for i in range(n)`` as the ``while`` that it could be written as; other loops as they are."""
    counted = isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range"
    if counted and isinstance(node.iter, ast.Call) and node.iter.args:
        end = node.iter.args[min(1, len(node.iter.args) - 1)]
        test = [("Lt", line), ("name", line), *_words(end, apart)]
        step = [("Assign", line), ("name", line), ("Add", line), ("name", line), ("number", line)]
        return [("While", line), *test, *_all(node.body, apart), *step]
    return [("For", line), *_words(node.target, apart), *_words(node.iter, apart), *_all(node.body, apart)]


_WRITERS: dict[type, Callable[..., Iterable[Word]]] = {
    ast.Name: _name, ast.Constant: _constant, ast.Attribute: _attribute, ast.BinOp: _operation,
    ast.AugAssign: _augmented, ast.AnnAssign: _annotated, ast.Compare: _comparison, ast.BoolOp: _either_order,
    ast.Call: _call, ast.FunctionDef: _function, ast.AsyncFunctionDef: _function, ast.For: _loop,
    ast.Module: lambda node, line, apart: _all(node.body, apart),
    ast.ClassDef: lambda node, line, apart: [("class", line), *_all([*node.bases, *node.body], apart)],
}  # fmt: skip


def _tokens(source: str) -> Iterator[Word]:
    """Of text that does not parse: one word for all names, one for all literals, as far as it goes."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type not in _PASSED_BY:
                yield _word(token), token.start[0]
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return


def _word(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else "name"
    kinds = {tokenize.NUMBER: "number", tokenize.STRING: "string"}
    return kinds.get(token.type, token.string)
