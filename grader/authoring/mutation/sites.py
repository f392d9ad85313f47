"""Where a reference may be changed: its code, and neither its types nor its words."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

_WORDS = {"__repr__", "__str__"}
_DECLARED = {"__all__", "__slots__"}


@dataclass(frozen=True, slots=True)
class Site:
    """A node that may be changed. ``function`` is the dotted name of what it stands in, ``above`` what holds it."""

    node: ast.AST
    function: str
    above: ast.AST
    default: bool = False  # stands in the default of a parameter
    bound: frozenset[str] = field(default_factory=frozenset)  # names that are bound before, in the same function


def sites(tree: ast.Module) -> Iterator[Site]:
    """All of them, in the order of the text.

    Annotations, type aliases, docstrings, formatted strings, what is raised and the message of an assertion are left
    out: a student is not graded for them.
    """
    for statement in tree.body:
        yield from _Walk("", frozenset()).statement(statement, tree)


@dataclass(frozen=True, slots=True)
class _Walk:
    function: str
    bound: frozenset[str]
    default: bool = False

    def statement(self, node: ast.stmt, above: ast.AST) -> Iterator[Site]:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal | ast.Pass):
            return
        if _is_docstring(node) or _is_declaration(node, above) or getattr(node, "name", None) in _WORDS:
            return
        within = self._inner(node) if isinstance(node, ast.FunctionDef) else self.function
        yield Site(node, within, above, bound=self.bound)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from self._definition(node)
        elif isinstance(node, ast.Assert):
            yield from self.expression(node.test, node)
        elif isinstance(node, ast.AnnAssign):
            yield from self.expression(node.value, node) if node.value else ()
        elif not isinstance(node, ast.Raise):
            yield from self._parts(node)

    def _definition(self, node: ast.FunctionDef | ast.ClassDef) -> Iterator[Site]:
        inner = self._inner(node)
        bound = frozenset[str]()
        if isinstance(node, ast.FunctionDef):
            bound = frozenset(parameter.arg for parameter in ast.walk(node.args) if isinstance(parameter, ast.arg))
            given = _Walk(inner, frozenset(), default=True)
            for value in (*node.args.defaults, *node.args.kw_defaults):
                yield from given.expression(value, node.args) if value else ()
        yield from _Walk(inner, bound)._block(node.body, node)

    def _inner(self, node: ast.FunctionDef | ast.ClassDef) -> str:
        return f"{self.function}.{node.name}" if self.function else node.name

    def _block(self, body: list[ast.stmt], above: ast.AST) -> Iterator[Site]:
        bound = self.bound
        for statement in body:
            yield from _Walk(self.function, bound).statement(statement, above)
            bound |= _binds(statement)

    def _parts(self, node: ast.AST) -> Iterator[Site]:
        for value in ast.iter_child_nodes(node):
            if isinstance(value, ast.expr):
                yield from self.expression(value, node)
            elif not isinstance(value, ast.stmt):
                yield from self._parts(value)  # a with item, an exception handler, a comprehension, a keyword
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from self._block(block, node)

    def expression(self, node: ast.expr, above: ast.AST) -> Iterator[Site]:
        if isinstance(node, ast.JoinedStr):
            return
        yield Site(node, self.function, above, self.default)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "cast"):
            value = node.args[0 if node.func.id == "isinstance" else -1]
            yield from self.expression(value, node)  # the other argument is a type
        elif isinstance(node, ast.Lambda):
            yield from self.expression(node.body, node)
        else:
            yield from self._parts(node)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_declaration(node: ast.stmt, above: ast.AST) -> bool:
    """A type alias, __all__, __slots__, and code that an import does not run."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.dump(node.test) or "__main__" in ast.dump(node.test)
    if not isinstance(node, ast.Assign) or not isinstance(above, ast.Module | ast.ClassDef):
        return False
    names = {target.id for target in node.targets if isinstance(target, ast.Name)}
    return bool(names & _DECLARED) or (isinstance(node.value, ast.Subscript) and all(n[:1].isupper() for n in names))


def _binds(statement: ast.stmt) -> frozenset[str]:
    """Names that a statement surely binds."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    names = (name for target in targets for name in ast.walk(target))
    return frozenset(name.id for name in names if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store))
