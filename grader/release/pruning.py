"""Cutting a file of checks down to what some of its checks need, by its syntax.

What a statement needs is what the compiler says: a local variable that is called like a helper does not keep the
helper. Where it is not known whether something is needed, it is kept if a kept check names it, and cut otherwise.
"""

import ast
import copy
import symtable
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from grader.judge.dependencies import case_of

# What pytest calls by name.
_CALLED = ("setup_module", "teardown_module", "setup_function", "teardown_function", "pytestmark")
_CALLED_METHODS = (
    "setup_method", "teardown_method", "setup_class", "teardown_class", "setUp", "tearDown", "setUpClass",
    "tearDownClass", "pytestmark", "__init__", "__new__",
)  # fmt: skip
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Kept:
    """Which checks stay. ``cut`` are the names of those that go, as ``depends`` would call them."""

    functions: Callable[[str], bool]  # of a qualified name: "test_values", "TestModel::test_shape"
    cut: Collection[str] = ()
    fixtures: Collection[str] = ()  # that other files ask for


@dataclass(slots=True)
class _Statement:
    """A statement of the file: what it binds, and which names of the file it uses."""

    node: ast.stmt
    text: str
    binds: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)
    asks: set[str] = field(default_factory=set)  # fixtures, by name
    defines: bool = True  # False: it changes what is there: ``CASES += …``, ``TABLE["x"] = …``


def pruned(source: str, kept: Kept, title: str) -> str:
    """``source`` without everything that only cut checks need, under a new docstring."""
    statements = [_read(node, text) for node, text in _statements(source, kept)]
    needed = _needed(statements, kept)
    own = {name for each in statements for name in each.binds}
    imported = {
        name for each in statements if isinstance(each.node, ast.Import | ast.ImportFrom) for name in each.binds
    }
    texts = [_shown(each, needed) for each in statements if _stays(each, needed, own, imported)]
    return "\n".join([f'"""{title}"""\n', *texts]).replace("\n\n\n\n", "\n\n\n").rstrip() + "\n"


def asked_for(source: str) -> set[str]:
    """The names of all fixtures that tests and fixtures in ``source`` ask for."""
    return {name for node in ast.parse(source).body for name in _asked(node)}


# ── what stays ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _needed(statements: Sequence[_Statement], kept: Kept) -> set[str]:
    """Names of the file that the kept checks come to."""
    bound = {name for each in statements for name in each.binds}
    needed = {name for each in statements for name in each.binds if _is_root(name, each, kept)}
    fixtures = {name: each.binds for each in statements for name in _fixture_names(each.node)}
    while True:
        before = len(needed)
        for each in statements:
            if each.defines and each.binds & needed:
                needed |= each.uses & bound
                needed.update(*(fixtures.get(name, ()) for name in each.asks))
        if len(needed) == before:
            return needed


def _is_root(name: str, statement: _Statement, kept: Kept) -> bool:
    node = statement.node
    if name in _CALLED or name.startswith("pytest_"):
        return True
    if isinstance(node, ast.ClassDef):
        return any(_is_test(each.name) for each in node.body if isinstance(each, _Function)) and kept.functions(name)
    if _is_test(name):
        return kept.functions(name)
    return _is_automatic(node) or bool(_fixture_names(node) & set(kept.fixtures))


def _stays(statement: _Statement, needed: set[str], own: set[str], imported: set[str]) -> bool:
    """What defines something needed, and what only touches things that are: ``CASES.append(…)``. ``own`` are all names
    of the file."""
    if isinstance(statement.node, ast.Import | ast.ImportFrom):
        return bool(statement.binds & needed) or "*" in statement.binds or _is_future(statement.node)
    if statement.defines and statement.binds & needed:
        return True
    named = isinstance(statement.node, ast.Assign | ast.AnnAssign | _Definition) and statement.defines
    if named or (statement.defines and statement.binds - statement.uses):
        return False  # it makes something that nobody asks for
    touched = statement.uses & own - (statement.binds if statement.defines else set())
    if isinstance(statement.node, ast.Expr):
        return touched <= needed
    return touched <= needed and bool((touched | statement.binds) & needed - imported)


def _shown(statement: _Statement, needed: set[str]) -> str:
    node = statement.node
    if not isinstance(node, ast.Import | ast.ImportFrom) or _is_future(node):
        return statement.text
    names = [alias for alias in node.names if alias.name == "*" or _bound_by(alias) in needed]
    if len(names) == len(node.names):
        return statement.text
    smaller = copy.copy(node)
    smaller.names = names
    return ast.unparse(smaller)


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _statements(source: str, kept: Kept) -> Iterator[tuple[ast.stmt, str]]:
    """The file's statements with their text, cut checks inside them taken out already."""
    lines = source.splitlines()
    nodes = ast.parse(source).body
    taken = [line for node in nodes for line in {_first_line(node), node.end_lineno}]
    for node in nodes:
        if _is_text(node) or _is_main(node) or _binds(node, "__all__"):
            continue
        smaller = _Cutter(kept).visit(copy.deepcopy(node))
        alone = taken.count(_first_line(node)) == 1 and taken.count(node.end_lineno) == 1
        if smaller is None:
            continue
        if alone and ast.dump(smaller) == ast.dump(node) and not _is_pair(node):
            text = "\n".join(lines[_first_line(node) - 1 : node.end_lineno])
            yield node, f"\n\n{text}\n" if isinstance(node, _Definition) else text
            continue
        for part in _split(smaller):
            text = ast.unparse(ast.fix_missing_locations(part))
            yield part, f"\n\n{text}\n" if isinstance(part, _Definition) else text


def _read(node: ast.stmt, text: str) -> _Statement:
    table = symtable.symtable(ast.unparse(node), "checks", "exec")
    own = [symbol for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()]
    binds = {symbol.get_name() for symbol in own}
    if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
        binds.add("*")
    defines = bool(binds) and not isinstance(node, ast.AugAssign)
    return _Statement(node, text, binds, set(_used(table)), set(_asked(node)), defines)


def _used(table: symtable.SymbolTable) -> Iterator[str]:
    """Names that are looked for in the module, here or in a scope inside."""
    for symbol in table.get_symbols():
        if symbol.is_global() if table.get_type() != "module" else symbol.is_referenced():
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _used(inner)


def _asked(node: ast.stmt) -> Iterator[str]:
    """Fixtures that tests and fixtures in ``node`` ask for by their arguments, marks and requests."""
    for each in ast.walk(node):
        if isinstance(each, _Function) and (
            _is_test(each.name) or _fixture_names(each) or each.name in _CALLED_METHODS
        ):
            arguments = each.args
            yield from (a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))
        if isinstance(each, ast.Call) and _last_name(each.func) in ("usefixtures", "getfixturevalue"):
            yield from (a.value for a in each.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


class _Cutter(ast.NodeTransformer):
    """Takes cut checks out of classes and blocks, and out of what others wait for."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._class: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST | None:
        return self._function(node)

    def _function(self, node: _Function) -> ast.AST | None:
        if _is_test(node.name) and not self._kept.functions("::".join([*self._class, node.name])):
            return None
        node.decorator_list = [each for each in map(self._decorator, node.decorator_list) if each is not None]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | None:
        self._class.append(node.name)
        had_tests = any(isinstance(each, _Function) and _is_test(each.name) for each in node.body)
        self.generic_visit(node)
        self._class.pop()
        node.decorator_list = [each for each in map(self._decorator, node.decorator_list) if each is not None]
        if had_tests:
            node.body = _members(node.body) or [ast.Pass()]
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.If | ast.For | ast.While | ast.With | ast.Try | ast.ExceptHandler) and not node.body:
            node.body = [ast.Pass()]
        return node

    def _decorator(self, node: ast.expr) -> ast.expr | None:
        if not isinstance(node, ast.Call) or _last_name(node.func) != "depends":
            return node
        cut = set(self._kept.cut)
        left = [a for a in node.args if not (isinstance(a, ast.Constant) and case_of(str(a.value))[0] in cut)]
        if len(left) < len(node.args):
            node.args = left
        return node if node.args else None


def _members(body: list[ast.stmt]) -> list[ast.stmt]:
    """Of a class of checks: its checks, what pytest calls, and what these name."""
    members = [node for node in body if not _is_text(node)]
    kept = [node for node in members if _is_test(_name(node)) or _name(node) in _CALLED_METHODS or _is_automatic(node)]
    while True:
        named = {word for node in kept for word in _words(node)}
        more = [node for node in members if node in kept or _bound_names(node) & named]
        if len(more) == len(kept):
            return kept
        kept = more


def _words(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr
        elif isinstance(each, ast.arg):
            yield each.arg
        elif isinstance(each, ast.Call) and _last_name(each.func) in ("usefixtures", "getfixturevalue"):
            yield from (a.value for a in each.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


# ── small questions about nodes ──────────────────────────────────────────────────────────────────────────────────────


def _is_test(name: str) -> bool:
    return name.startswith("test")


def _name(node: ast.stmt) -> str:
    return node.name if isinstance(node, _Definition) else next(iter(_bound_names(node)), "")


def _bound_names(node: ast.stmt) -> set[str]:
    if isinstance(node, _Definition):
        return {node.name, *_fixture_names(node)}
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, _Definition) else []
    return min([node.lineno, *(each.lineno for each in decorators)])


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _binds(node: ast.stmt, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _is_pair(node: ast.stmt) -> bool:
    """``a, b = 1, 2``: each of them may be needed alone."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    target, value = node.targets[0], node.value
    if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, ast.Tuple | ast.List):
        return False
    plain = all(isinstance(each, ast.Name) for each in target.elts)
    return plain and len(target.elts) == len(value.elts) and not any(isinstance(v, ast.Starred) for v in value.elts)


def _split(node: ast.stmt) -> list[ast.stmt]:
    if not _is_pair(node):
        return [node]
    assert isinstance(node, ast.Assign)
    targets, values = node.targets[0], node.value
    assert isinstance(targets, ast.Tuple | ast.List)
    assert isinstance(values, ast.Tuple | ast.List)
    return [
        ast.Assign([target], value, lineno=node.lineno) for target, value in zip(targets.elts, values.elts, strict=True)
    ]


def _bound_by(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _fixture_decorators(node: ast.stmt) -> Iterator[ast.expr]:
    for each in getattr(node, "decorator_list", []):
        if _last_name(each.func if isinstance(each, ast.Call) else each) == "fixture":
            yield each


def _fixture_names(node: ast.stmt) -> set[str]:
    """The names under which a function is a fixture; empty for any other statement."""
    found = set()
    for each in _fixture_decorators(node):
        given = [k.value for k in each.keywords if k.arg == "name"] if isinstance(each, ast.Call) else []
        name = given[0].value if given and isinstance(given[0], ast.Constant) else None
        found.add(name if isinstance(name, str) else _function_name(node))
    return found


def _function_name(node: ast.stmt) -> str:
    return node.name if isinstance(node, _Definition) else ""


def _is_automatic(node: ast.stmt) -> bool:
    return any(
        k.arg == "autouse" and isinstance(k.value, ast.Constant) and bool(k.value.value)
        for each in _fixture_decorators(node)
        if isinstance(each, ast.Call)
        for k in each.keywords
    )
