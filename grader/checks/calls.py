"""Which call of the student's code a check is about, read from the check's own source.

``assert_close(softmax(x, 1), expected)`` gets only a value; the message should say `softmax` and show ``x``. The frame
of the check knows both. Only the check's trusted source is read, and only names and constants are looked up in its
frame: nothing is called again.
"""

import ast
import builtins
import inspect
import linecache
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from types import CodeType, FrameType
from typing import Any

import numpy as np
import torch

from grader.checks.kinds import is_remote
from grader.checks.render import clean, type_name
from grader.language import say


@dataclass(frozen=True, slots=True)
class Call:
    """One call: ``name`` as students know it, the arguments, and a label for each argument."""

    name: str
    function: Any
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    labels: tuple[str, ...] = ()

    @property
    def inputs(self) -> dict[str, Any]:
        """Argument label -> value, positional ones first."""
        return {**dict(zip(self.labels, self.args, strict=False)), **self.kwargs}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a value is called in a message ("`softmax` returns", "`a.grad` is"), and the call where it is known."""

    label: str = ""  # source text; empty where it is not known
    returned: bool = False
    call: Call | None = None

    def at(self, path: str) -> "Asked":
        """A part of the value: ``f(…)[0]``."""
        if not path or not self.label:
            return self
        return Asked(f"{self.label}(…){path}" if self.returned else f"{self.label}{path}")

    def says(self, phrase: str) -> str:
        """``phrase`` is a noun phrase: what is returned."""
        if self.returned:
            return say("{subject} returns {thing}.", subject=self._subject, thing=phrase)
        return say("{subject} is {thing}.", subject=self._subject, thing=phrase)

    def is_(self, phrase: str) -> str:
        """``phrase`` is an adjective: ``wrong in 3 of 12 places``."""
        return say("{subject} is {state}.", subject=self._subject, state=phrase)

    @property
    def _subject(self) -> str:
        return f"`{self.label}`" if self.label else say("The result")


def function_name(fn: object) -> str:
    """The name that messages use for ``fn``; a module instance goes by the name of its class.

    A lambda goes by the one function of the student's that it calls.
    """
    try:
        name = getattr(fn, "__name__", None)
    except Exception:  # a handle may raise anything that the student's code raises
        name = None
    if name == "<lambda>":
        name = _called_within(fn)
    return clean(name, 80) if type(name) is str and name else type_name(fn)


def _called_within(fn: object) -> str:
    """The name of the student's function that a lambda of a check is about."""
    try:
        found = inspect.getclosurevars(fn)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "<lambda>"
    used = {**found.globals, **found.nonlocals}
    names = {function_name(value) for value in used.values() if is_remote(value) and callable(value)}
    return names.pop() if len(names) == 1 else "<lambda>"


def call_of(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any] | None = None) -> Call:
    """The call ``fn(*args, **kwargs)`` with the parameters' names as labels."""
    return Call(function_name(fn), fn, args, dict(kwargs or {}), tuple(parameter_names(fn, len(args))))


def parameter_names(fn: object, count: int) -> list[str]:
    """The names of the first ``count`` positional parameters; ``input 1`` … where the signature cannot be had.

    Of ``*shape`` they are ``shape[0]``, ``shape[1]`` …, of one argument alone ``shape``.
    """
    try:
        parameters = list(inspect.signature(fn).parameters.values())  # type: ignore[arg-type]
        named = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        rest = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None)
    except Exception:  # builtins have none, and a handle asks the student's code
        return numbered(count)
    named = [clean(str(name), 60) for name in islice(named, count)]
    if rest is not None and len(named) < count:
        rest, more = clean(str(rest), 60), count - len(named)
        return named + ([rest] if more == 1 else [f"{rest}[{index}]" for index in range(more)])
    return named + numbered(count)[len(named) :]


def numbered(count: int) -> list[str]:
    """Labels of parameters whose names are not known."""
    if count == 1:
        return [say("the input")]
    return [say("input {number}", number=index + 1) for index in range(count)]


def asked_about(frame: FrameType | None) -> Asked:
    """What the first argument of the helper call that ``frame`` is executing stands for."""
    unknown = Asked()
    if frame is None:
        return unknown
    try:
        node = _executing_call(frame)
        if node is None or not node.args or isinstance(node.args[0], ast.Starred):
            return unknown
        return _asked(node.args[0], frame, node.lineno)
    except (OSError, SyntaxError, ValueError):  # no source: a check that was typed into a console
        return unknown


def _asked(node: ast.expr, frame: FrameType, line: int, levels: int = 3) -> Asked:
    node, body = _unwrapped(node), _function_body(frame)
    if isinstance(node, ast.Name) and body is not None:
        assigned = _last_assignment(body, node.id, line)
        if assigned is not None:
            call = _call(assigned, frame)
            known = call if call and not _rebound(body, assigned, line) else None
            return Asked(call.name, returned=True, call=known) if call else Asked(node.id)
        passed = _passed(node.id, body, frame)
        if passed is not None and frame.f_back is not None and levels:
            return _asked(passed, frame.f_back, passed.lineno, levels - 1)
    if isinstance(node, ast.Call):
        call = _call(node, frame)
        if call is not None:
            whole = len(call.labels) == len(node.args) and len(call.kwargs) == len(node.keywords)
            return Asked(call.name, returned=True, call=call if whole else None)
    return Asked(clean(ast.unparse(node), 80))


_CONVERTING = {"asarray", "as_tensor", "tensor", "array", "from_numpy"}
_BUILTIN = {"float", "int", "bool", "complex", "list", "tuple"}
_METHODS = {"detach", "numpy", "item", "tolist", "cpu", "clone", "double", "float"}


def _unwrapped(node: ast.expr) -> ast.expr:
    """``f(x)`` for ``np.asarray(f(x))``, ``f(x).detach()`` and ``float(f(x))``."""
    if not isinstance(node, ast.Call):
        return node
    if isinstance(node.func, ast.Name):
        plain = node.func.id in _BUILTIN and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred)
        return _unwrapped(node.args[0]) if plain else node
    if not isinstance(node.func, ast.Attribute):
        return node
    if node.func.attr in _METHODS and not node.args:
        return _unwrapped(node.func.value)
    if node.func.attr in _CONVERTING and node.args and not isinstance(node.args[0], ast.Starred):
        return _unwrapped(node.args[0])
    return node


def _passed(name: str, body: ast.AST, frame: FrameType) -> ast.expr | None:
    """What the caller gave for the parameter ``name`` of ``frame``'s function: a check's helper is looked through."""
    if not isinstance(body, ast.FunctionDef) or frame.f_back is None:
        return None
    call = _executing_call(frame.f_back)
    if call is None or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    keyword = next((k.value for k in call.keywords if k.arg == name), None)
    names = [parameter.arg for parameter in (*body.args.posonlyargs, *body.args.args)]
    position = names.index(name) if name in names else len(call.args)
    return keyword or (call.args[position] if position < len(call.args) else None)


def _executing_call(frame: FrameType) -> ast.Call | None:
    """The call expression that ``frame`` is in the middle of, found by its exact position in the source."""
    position = _position(frame.f_code, frame.f_lasti)
    if position is None:
        return None
    for node in ast.walk(_tree(frame)):
        if isinstance(node, ast.Call) and position == (
            node.lineno,
            node.end_lineno,
            node.col_offset,
            node.end_col_offset,
        ):
            return node
    return None


def _position(code: CodeType, instruction: int) -> tuple[int | None, ...] | None:
    return next(islice(code.co_positions(), instruction // 2, None), None)


def _tree(frame: FrameType) -> ast.Module:
    return _parsed("".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals)))


@lru_cache(maxsize=16)
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


def _function_body(frame: FrameType) -> ast.AST | None:
    """The function that ``frame`` runs, to look for assignments in."""
    first = frame.f_code.co_firstlineno
    for node in ast.walk(_tree(frame)):
        if isinstance(node, ast.FunctionDef) and node.name == frame.f_code.co_name:
            starts = {node.lineno, *(decorator.lineno for decorator in node.decorator_list)}
            if first in starts:
                return node
    return None


def _assignments(body: ast.AST, before: int) -> Iterator[ast.Assign]:
    found = (node for node in ast.walk(body) if isinstance(node, ast.Assign) and node.lineno < before)
    return iter(sorted(found, key=lambda node: node.lineno, reverse=True))


def _last_assignment(body: ast.AST, name: str, before: int) -> ast.Call | None:
    """The call in the last ``name = call(...)`` above line ``before``."""
    for node in _assignments(body, before):
        if any(isinstance(leaf, ast.Name) and leaf.id == name for target in node.targets for leaf in ast.walk(target)):
            plain = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
            return node.value if plain and isinstance(node.value, ast.Call) else None
    return None


def _rebound(body: ast.AST, call: ast.Call, before: int) -> bool:
    """Whether a name that the call's arguments use is assigned again before line ``before``."""
    used = {leaf.id for leaf in ast.walk(call) if isinstance(leaf, ast.Name)}
    later = (node for node in _assignments(body, before) if node.lineno > call.lineno)
    targets = (leaf for node in later for target in node.targets for leaf in ast.walk(target))
    return any(isinstance(leaf, ast.Name) and leaf.id in used for leaf in targets)


_PLAIN = (
    ast.Name, ast.Constant, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator, ast.Tuple, ast.List,
    ast.Subscript, ast.Slice, ast.expr_context,
)  # fmt: skip
_VALUES = (torch.Tensor, int, float, complex, str, tuple, list, type(None), torch.dtype)


def _call(node: ast.Call, frame: FrameType) -> Call | None:
    """The call with its arguments' values; arguments that cannot be had without running code are left out."""
    if not isinstance(node.func, ast.Name | ast.Attribute):
        return None
    if isinstance(node.func, ast.Name):
        function = _lookup(node.func.id, frame)
        if function is None and hasattr(builtins, node.func.id):
            return None
        name = function_name(function) if function is not None else node.func.id
    else:
        function, name = None, node.func.attr
        root = node.func.value
        while isinstance(root, ast.Attribute | ast.Call | ast.Subscript):
            root = root.func if isinstance(root, ast.Call) else root.value
        if not isinstance(root, ast.Name) or isinstance(_lookup(root.id, frame), _NOT_STUDENTS):
            return None  # a method of a tensor or a function of torch: the value is what the expression says
    if any(isinstance(argument, ast.Starred) for argument in node.args) or any(k.arg is None for k in node.keywords):
        return Call(name, function)
    values = [_value(argument, frame) for argument in node.args]
    if any(value is _UNKNOWN for value in values):
        return Call(name, function)
    keywords = {str(k.arg): _value(k.value, frame) for k in node.keywords}
    known = {key: value for key, value in keywords.items() if value is not _UNKNOWN}
    labels = parameter_names(function, len(values))
    unnamed = numbered(len(values))
    named = [
        a.id if label in unnamed and isinstance(a, ast.Name) else label
        for a, label in zip(node.args, labels, strict=True)
    ]
    return Call(name, function, tuple(values), known, tuple(named))


_NOT_STUDENTS = (torch.Tensor, np.ndarray, type(torch), list, dict, tuple)


class _Unknown:
    """An argument whose value is not known without running code."""


_UNKNOWN = _Unknown()


def _lookup(name: str, frame: FrameType) -> Any:
    return frame.f_locals.get(name, frame.f_globals.get(name))


def _value(node: ast.expr, frame: FrameType) -> Any:
    if not all(isinstance(part, _PLAIN) for part in ast.walk(node)):
        return _UNKNOWN
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    values = {name: _lookup(name, frame) for name in names}
    if isinstance(node, ast.Name):
        return values[node.id]
    if not all(isinstance(value, _VALUES) for value in values.values()):
        return _UNKNOWN
    try:
        return eval(compile(ast.Expression(node), "<argument>", "eval"), {"__builtins__": {}}, values)
    except Exception:  # the check's own names have changed since: only the message suffers
        return _UNKNOWN
