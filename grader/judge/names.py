"""What names in a student's source can mean: aliases resolved to dotted origins ("torch.cdist"), by syntax tree alone.

Flow is not followed: a name means everything that is ever bound to it in its scope or an outer one. Nothing of the
student's is run or imported.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_MOST = 64  # origins kept for one name, strings for one expression
_LONGEST = 12  # parts of a dotted origin; `a = a.b` would grow for ever
_ROUNDS = 8  # of passing bindings on: an alias of an alias of an alias …

UNKNOWN = "?"  # part of an origin that the source does not tell

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(slots=True)
class Scope:
    """The names of a module, class or function body."""

    outer: "Scope | None" = None
    origins: dict[str, set[str]] = field(default_factory=dict)
    strings: dict[str, set[str]] = field(default_factory=dict)
    stars: set[str] = field(default_factory=set)  # modules of `from … import *`

    def bind(self, name: str, origins: Iterable[str]) -> bool:
        """Add meanings of ``name``. True if any was new."""
        known = self.origins.setdefault(name, set())
        before = len(known)
        known.update(o for o in sorted(origins)[: _MOST - before] if o.count(".") < _LONGEST)
        return len(known) > before

    def bind_strings(self, name: str, values: Iterable[str]) -> bool:
        known = self.strings.setdefault(name, set())
        before = len(known)
        known.update(sorted(values)[: _MOST - before])
        return len(known) > before

    def look_up(self, name: str) -> set[str]:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.origins:
                return scope.origins[name]
            scope = scope.outer
        if name == "__builtins__":  # the module here, its dictionary in an imported module
            return {"builtins"}
        if hasattr(builtins, name):
            return {f"builtins.{name}"}
        return {f"{module}.{name}" for module in self._all_stars()}

    def strings_of(self, name: str) -> set[str]:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.strings:
                return scope.strings[name]
            scope = scope.outer
        return set()

    def _all_stars(self) -> set[str]:
        return self.stars | (self.outer._all_stars() if self.outer else set())


def collect(body: Iterable[ast.AST], outer: Scope | None = None) -> Scope:
    """The scope of a body: everything bound in it, nested functions and classes not included."""
    scope = Scope(outer)
    nodes = list(own_nodes(body))
    for _ in range(_ROUNDS):
        if not _any_new([_bind(node, scope) for node in nodes]):
            break
    return scope


def _any_new(news: list[bool]) -> bool:
    """A list, not a generator: every binding must have its turn."""
    return True in news


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a body that run in its own scope; a nested definition itself is one, its inside is not."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Definition):
            waiting.extend(node.decorator_list)
            waiting.extend(_arguments_of(node))
        elif isinstance(node, ast.Lambda):
            waiting.extend(_defaults(node))
        else:
            waiting.extend(ast.iter_child_nodes(node))


def _arguments_of(node: Definition) -> list[ast.AST]:
    if isinstance(node, ast.ClassDef):
        return [*node.bases, *(keyword.value for keyword in node.keywords)]
    return _defaults(node)


def _defaults(node: Function) -> list[ast.AST]:
    return [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]


def inner_scope(node: Function | ast.ClassDef, outer: Scope) -> tuple[list[ast.AST], Scope]:
    """The nodes of a definition's body, and their scope."""
    body: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
    scope = collect(body, outer)
    if not isinstance(node, ast.ClassDef):
        _bind_parameters(node, scope, outer)
        # A default such as `f=torch.cdist` can be passed on inside.
        for inner in own_nodes(body):
            _bind(inner, scope)
    return body, scope


def _bind_parameters(node: Function, scope: Scope, outer: Scope) -> None:
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    stars = [star for star in (arguments.vararg, arguments.kwarg) if star]
    for argument in [*positional, *arguments.kwonlyargs, *stars]:
        scope.bind(argument.arg, ())
    without = len(positional) - len(arguments.defaults)
    pairs = [*zip(positional[without:], arguments.defaults, strict=True)]
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d]
    for argument, default in pairs:
        scope.bind(argument.arg, origins(default, outer))
        scope.bind_strings(argument.arg, strings(default, outer))


def _bind(node: ast.AST, scope: Scope) -> bool:
    """Record what ``node`` binds. True if anything was new."""
    match node:
        case ast.Import():
            return _any_new([scope.bind(*_imported(alias)) for alias in node.names])
        case ast.ImportFrom():
            return _bind_from(node, scope)
        case ast.Assign():
            return _any_new([_bind_target(target, node.value, scope) for target in node.targets])
        case ast.AnnAssign(value=ast.expr()) | ast.NamedExpr():
            assert node.value is not None
            return _bind_target(node.target, node.value, scope)
        case ast.AugAssign(target=ast.Name() as target, op=ast.Add()):
            sums = {a + b for a in scope.strings_of(target.id) for b in strings(node.value, scope) if len(a + b) < 200}
            return scope.bind_strings(target.id, sums)
        case ast.For() | ast.AsyncFor() | ast.comprehension():
            return _bind_elements(node.target, node.iter, scope)
        case ast.withitem(optional_vars=ast.expr() as target):
            return _bind_target(target, node.context_expr, scope)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return scope.bind(node.name, ())
        case ast.Global() | ast.Nonlocal():
            return False
        case _:
            return False


def _imported(alias: ast.alias) -> tuple[str, set[str]]:
    if alias.asname:
        return alias.asname, {alias.name}
    top = alias.name.partition(".")[0]
    return top, {top}


def _bind_from(node: ast.ImportFrom, scope: Scope) -> bool:
    module = "." * node.level + (node.module or "")
    new = False
    for alias in node.names:
        if alias.name == "*":
            scope.stars.add(module)
        else:
            new |= scope.bind(alias.asname or alias.name, {f"{module}.{alias.name}"})
    return new


def _bind_target(target: ast.expr, value: ast.expr, scope: Scope) -> bool:
    if isinstance(target, ast.Name):
        new = scope.bind(target.id, origins(value, scope))
        return scope.bind_strings(target.id, strings(value, scope)) or new
    if isinstance(target, ast.Tuple | ast.List):
        if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
            pairs = zip(target.elts, value.elts, strict=True)
            return _any_new([_bind_target(part, element, scope) for part, element in pairs])
        return _any_new([_bind_elements(part, value, scope) for part in target.elts])
    if isinstance(target, ast.Starred):
        return _bind_elements(target.value, value, scope)
    return False


def _bind_elements(target: ast.expr, iterable: ast.expr, scope: Scope) -> bool:
    if isinstance(iterable, ast.Tuple | ast.List | ast.Set):
        return _any_new([_bind_target(target, element, scope) for element in iterable.elts])
    names = [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
    return _any_new([scope.bind(name, ()) for name in names])


def origins(node: ast.expr, scope: Scope) -> set[str]:
    """The dotted origins that an expression can have; empty for what is the student's own or unknown."""
    match node:
        case ast.Name():
            return scope.look_up(node.id)
        case ast.Attribute():
            return {f"{origin}.{node.attr}" for origin in origins(node.value, scope)}
        case ast.Call():
            return _call_origins(node, scope)
        case ast.Subscript():
            return _item_origins(node, scope)
        case ast.NamedExpr():
            return origins(node.value, scope)
        case ast.IfExp():
            return origins(node.body, scope) | origins(node.orelse, scope)
        case ast.BoolOp():
            return set().union(*(origins(value, scope) for value in node.values))
        case _:
            return set()


def _call_origins(node: ast.Call, scope: Scope) -> set[str]:
    """getattr, __import__ and import_module give what they name; other calls give values."""
    for function in origins(node.func, scope):
        if function == "builtins.getattr" and len(node.args) >= 2:
            names = strings(node.args[1], scope) or {UNKNOWN}
            return {f"{base}.{name}" for base in origins(node.args[0], scope) for name in names}
        if function in ("builtins.__import__", "importlib.import_module", "importlib.__import__"):
            names = strings(node.args[0], scope) if node.args else set()
            top = function != "importlib.import_module"
            return {name.partition(".")[0] if top else name for name in names or {UNKNOWN}}
        if function == "builtins.vars" and node.args:
            return {f"{base}.__dict__" for base in origins(node.args[0], scope)}
    return set()


def _item_origins(node: ast.Subscript, scope: Scope) -> set[str]:
    """``torch.__dict__["cdist"]``, ``sys.modules["torch"]``, ``globals()["torch"]``."""
    keys = strings(node.slice, scope) or {UNKNOWN}
    found: set[str] = set()
    for base in origins(node.value, scope):
        if base == "sys.modules":
            found |= keys
        elif base.endswith(".__dict__"):
            found |= {f"{base.removesuffix('.__dict__')}.{key}" for key in keys}
        elif base == "builtins":
            found |= {f"builtins.{key}" for key in keys}
    if isinstance(node.value, ast.Call) and origins(node.value.func, scope) & {"builtins.globals", "builtins.locals"}:
        found |= set().union(*(scope.look_up(key) for key in keys))
    return found


def strings(node: ast.expr, scope: Scope) -> set[str]:
    """The strings that an expression of constants can be; empty where it is none."""
    match node:
        case ast.Constant(value=str() as value):
            return {value}
        case ast.Name():
            return scope.strings_of(node.id)
        case ast.BinOp(op=ast.Add()):
            return _joined([node.left, node.right], "", scope)
        case ast.JoinedStr():
            return _joined(node.values, "", scope)
        case ast.FormattedValue(format_spec=None):
            return strings(node.value, scope)
        case ast.IfExp():
            return strings(node.body, scope) | strings(node.orelse, scope)
        case ast.Call(func=ast.Attribute(attr="join", value=glue), args=[ast.List() | ast.Tuple() as parts]):
            return set().union(*(_joined(parts.elts, one, scope) for one in strings(glue, scope)))
        case ast.Subscript(slice=ast.Slice() as cut):
            return {part for value in strings(node.value, scope) for part in _cut(value, cut)}
        case _:
            return set()


def _joined(parts: Iterable[ast.expr], glue: str, scope: Scope) -> set[str]:
    found: list[str] | None = None
    for part in parts:
        choices = strings(part, scope)
        found = [f"{a}{glue}{b}" for a in found for b in choices] if found is not None else list(choices)
        found = [text for text in found[:_MOST] if len(text) < 200]
    return set(found or ())


def _cut(value: str, cut: ast.Slice) -> Iterator[str]:
    try:
        bounds = [None if part is None else ast.literal_eval(part) for part in (cut.lower, cut.upper, cut.step)]
        yield value[slice(*bounds)]
    except (ValueError, TypeError, SyntaxError):
        return
