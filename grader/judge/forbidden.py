"""Forbidden calls, found by syntax tree: where they stand, and which of the file's functions reach them.

The rule, which is simple and errs on no student's side for other functions:

- A forbidden call is any mention (a call, or passing the function on) of a forbidden name, under whatever alias, or of
  something that can only hide one: ``eval``, ``exec``, ``getattr(torch, NAME)`` with a name that the source does not
  tell, and the like. An import alone is none.
- A top-level function, class or variable *reaches* a forbidden call if one stands in its definition, or if its
  definition mentions another one that does. A forbidden call in a bare statement of the module is reached by all.
- A check is denied if it uses a name of the module that reaches a forbidden call. Other checks are graded.

Operators recorded while the code runs, and guards on the names in the worker, are the two other ways; they see what
no syntax tree shows.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from grader.course.exercise import Forbid
from grader.judge.names import UNKNOWN, Definition, Scope, collect, inner_scope, origins, own_nodes
from grader.language import say

_EVERYTHING = "*"
_HIDING = {"builtins.eval", "builtins.exec", "builtins.compile", "marshal.loads", "ctypes"}
_CRAWLING = {"__subclasses__", "__globals__", "f_globals", "f_builtins", "f_locals"}
# Roads into torch that go round the public functions.
_BACK_DOORS = ("torch.ops.", "torch._C.", "torch._VF.", "torch._refs.", "torch._decomp.", "torch._prims.")
_WATCHED = ("torch", "numpy", "builtins", "importlib", "sys")  # where an untold name can be anything


@dataclass(frozen=True, slots=True)
class Violation:
    """One forbidden call in the file."""

    line: int
    call: str  # "torch.cdist", as the exercise forbids it
    written: str  # how the file says it: "d"
    reason: str = "calls"  # "calls", "hides" (eval and the like)


@dataclass(frozen=True, slots=True)
class ForbiddenCalls:
    """What was found in one file."""

    violations: tuple[Violation, ...] = ()
    reached_by: Mapping[str, Violation] = field(default_factory=dict)  # top-level name -> the call that it reaches
    imports: frozenset[int] = frozenset()  # lines of import statements

    def denies(self, used: Iterable[str]) -> Violation | None:
        """The forbidden call that a check reaches by using these names of the module, if any."""
        names = (_EVERYTHING, *sorted(used))
        return next((self.reached_by[name] for name in names if name in self.reached_by), None)


def find_forbidden(source: bytes, forbid: Forbid) -> ForbiddenCalls:
    """Look through a file. A file that does not parse has none: it can't be imported either.

    A file that is nested too deeply to be looked through is refused as a whole.
    """
    if not forbid:
        return ForbiddenCalls()
    try:
        tree = ast.parse(source)
        return _Finder(tree, forbid).find()
    except (SyntaxError, ValueError, MemoryError):
        return ForbiddenCalls()
    except RecursionError:
        violation = Violation(1, "", say("an expression that is nested too deeply to be read"), "hides")
        return ForbiddenCalls((violation,), {_EVERYTHING: violation})


class _Finder:
    """One pass over one module."""

    def __init__(self, tree: ast.Module, forbid: Forbid) -> None:
        self.tree = tree
        self.rules = _Rules(forbid, _own_attributes(tree))
        self.scope = collect(tree.body)

    def find(self) -> ForbiddenCalls:
        found: dict[str, list[Violation]] = {}
        mentions: dict[str, set[str]] = {}
        for statement in self.tree.body:
            violations = list(self._violations([statement], self.scope))
            mentioned = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            for name in _names_of(statement):
                found.setdefault(name, []).extend(violations)
                mentions.setdefault(name, set()).update(mentioned)
        every = {v for violations in found.values() for v in violations}
        ordered = tuple(sorted(every, key=lambda v: (v.line, v.call, v.written)))
        imports = frozenset(n.lineno for n in ast.walk(self.tree) if isinstance(n, ast.Import | ast.ImportFrom))
        return ForbiddenCalls(ordered, _reach(found, mentions), imports)

    def _violations(self, body: Iterable[ast.AST], scope: Scope) -> Iterator[Violation]:
        for node in own_nodes(body):
            if isinstance(node, ast.expr):
                yield from self.rules.broken_by(node, scope)
            if isinstance(node, Definition | ast.Lambda):
                yield from self._violations(*inner_scope(node, scope))


def _names_of(statement: ast.stmt) -> list[str]:
    """The top-level names that a statement defines; "*" for one that runs for its effect."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [statement.name]
        case ast.Assign(targets=targets) if all(isinstance(target, ast.Name) for target in targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name() as target):
            return [target.id]
        case ast.Import() | ast.ImportFrom():
            return []
        case ast.Expr(value=ast.Constant()):  # a docstring
            return []
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):  # never run when imported
            return []
        case _:
            return [_EVERYTHING]


def _reach(found: Mapping[str, list[Violation]], mentions: Mapping[str, set[str]]) -> dict[str, Violation]:
    """The names that reach a violation, each with the first that it reaches."""
    reached = {name: min(violations, key=lambda v: v.line) for name, violations in found.items() if violations}
    waiting = list(reached)
    while waiting:
        name = waiting.pop()
        for other, mentioned in mentions.items():
            if other not in reached and name in mentioned:
                reached[other] = reached[name]
                waiting.append(other)
    return reached


def _own_attributes(tree: ast.Module) -> set[str]:
    """Attributes that the file's own classes define: `self.mean` is then no tensor's `mean`."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            names |= {inner.name for inner in node.body if isinstance(inner, Definition)}
            names |= {n.target.id for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
    return names


class _Rules:
    """What an exercise forbids, ready to be matched."""

    def __init__(self, forbid: Forbid, own_attributes: set[str]) -> None:
        self.names = (*forbid.calls, *forbid.imports)
        self.methods = {call.rpartition(".")[2]: call for call in forbid.calls if call.startswith("torch.Tensor.")}
        self.own_attributes = own_attributes
        self.objects = {name: found for name in forbid.calls if (found := _object(name)) is not None}
        self.bare = {_bare(name.rpartition(".")[2]): name for name in forbid.calls}
        self.bare |= {_bare(name.rpartition("::")[2].partition(".")[0]): name for name in forbid.operators}

    def broken_by(self, node: ast.expr, scope: Scope) -> Iterator[Violation]:
        if isinstance(node, ast.Attribute | ast.Name) and not isinstance(node.ctx, ast.Load):
            return
        if not isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
            return
        written = ast.unparse(node)[:60]
        for origin in sorted(origins(node, scope)):
            call = self._forbidden(origin)
            if call:
                yield Violation(node.lineno, call, written)
            elif _hides(origin):
                yield Violation(node.lineno, origin.removeprefix("builtins."), written, "hides")
        yield from self._method(node, scope, written)

    def _forbidden(self, origin: str) -> str | None:
        """The rule that a mention of ``origin`` breaks."""
        for name in self.names:
            if origin == name or origin.startswith(f"{name}."):
                return name
        found = _object(origin)
        for name, forbidden in self.objects.items():
            if found is forbidden:
                return name
        if origin.startswith(_BACK_DOORS):
            return next((self.bare[part] for part in map(_bare, origin.split(".")[2:]) if part in self.bare), None)
        return None

    def _method(self, node: ast.expr, scope: Scope, written: str) -> Iterator[Violation]:
        """`x.mean` where `torch.Tensor.mean` is forbidden and x is nothing that is known to be something else."""
        if isinstance(node, ast.Attribute):
            base, names = node.value, {node.attr}
        elif isinstance(node, ast.Call) and origins(node.func, scope) & {"builtins.getattr"} and len(node.args) > 1:
            base, names = node.args[0], _constants(node.args[1])
        elif isinstance(node, ast.Call) and origins(node.func, scope) & _GETTERS and node.args:
            names = _constants(node.args[0])
            yield from (Violation(node.lineno, self.bare[n], written) for n in map(_bare, names) if n in self.bare)
            return
        else:
            return
        if not origins(base, scope):
            for name in names & self.methods.keys() - self.own_attributes:
                yield Violation(node.lineno, self.methods[name], written)
        if names & _CRAWLING:
            yield Violation(node.lineno, min(names & _CRAWLING), written, "hides")


_GETTERS = {"operator.attrgetter", "operator.methodcaller"}


def _constants(node: ast.expr) -> set[str]:
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _hides(origin: str) -> bool:
    """Whether ``origin`` can be anything at all."""
    if origin in _HIDING or origin.startswith(("ctypes.",)):
        return True
    parts = origin.split(".")
    return UNKNOWN in parts and parts[0] in (*_WATCHED, UNKNOWN)


def _bare(name: str) -> str:
    return name.strip("_")


def _object(name: str) -> object | None:
    """What a dotted name means here, so that two names of one function are known to be one.

    Only modules that are loaded already and plain attributes are looked at: nothing is imported or run.
    """
    parts = name.split(".")
    if parts[0] != "torch":
        return None
    found: object = sys.modules.get("torch")
    for part in parts[1:]:
        found = getattr(found, "__dict__", {}).get(part)
        if found is None:
            return None
    return found if callable(found) else None
