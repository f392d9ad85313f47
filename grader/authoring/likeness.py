"""Whether stub, reference and statement speak of the same functions, and whether each check has its words."""

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.course import Exercise
from grader.faults import AuthorFault

# A line of a table or list, or a heading, that begins with a call: what the statement asks for.
_NAMED = re.compile(r"^(?:\|\s*|#+\s+|[-*]\s+)`([A-Za-z_]\w*)\(", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a file says of one function, class or variable. ``optional`` counts parameters with a default."""

    kind: str
    parameters: tuple[str, ...] = ()
    optional: int = 0
    gives: str = ""
    docstring: str | None = None

    @property
    def signature(self) -> str:
        return f"{self.kind}({', '.join(self.parameters)}){self.gives}"

    def answers(self, asked: "_Said") -> bool:
        """Whether whatever may be called as ``asked`` may be called so. It may offer more, by default."""
        more = len(self.parameters) - len(asked.parameters)
        return (
            (self.kind, self.gives) == (asked.kind, asked.gives)
            and 0 <= more <= self.optional
            and self.parameters[: len(asked.parameters)] == asked.parameters
        )


def unlike(exercise: Exercise) -> list[str]:
    """Functions of the stub that the reference lacks or declares otherwise, checks and statements that name others.

    A docstring that the reference leaves out is no difference. Raises AuthorFault where a file can't be read.
    """
    stub, reference = _definitions(exercise.stub), _definitions(exercise.reference)
    found = []
    for name, said in stub.items():
        other = reference.get(name)
        if other is None:
            found.append(f"the reference has no {name}, which the stub has")
            continue
        if not other.answers(said):
            found.append(f"{name} differs: {said.signature} in the stub, {other.signature} in the reference")
        if other.docstring is not None and said.docstring != other.docstring:
            found.append(f"the docstrings of {name} differ in stub and reference")
    found += [f"checks.py imports {name}, which the stub lacks" for name in _imported(exercise) if name not in stub]
    return found + _unsaid(exercise) + _statements(exercise, set(stub))


def _unsaid(exercise: Exercise) -> list[str]:
    """Checks without a title, those that another of the same name takes the place of, and a statement left out."""
    checks = [
        node
        for node in _parsed(exercise.checks).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    twice = [name for name, count in Counter(node.name for node in checks).items() if count > 1]
    found = [f"checks.py has more than one {name}: only the last one runs" for name in twice]
    found += [
        f"{node.name} has no docstring: its first line is the title that students read"
        for node in checks
        if not ast.get_docstring(node)
    ]
    if not (exercise.folder / "README.md").is_file():
        found.append("README.md, the statement, is missing")
    return found


def _definitions(path: Path) -> dict[str, _Said]:
    return dict(_walk(_parsed(path).body, ""))


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes())
    except SyntaxError as error:
        raise AuthorFault(f"{path} can't be read: {error.msg} in line {error.lineno}.") from error
    except (OSError, ValueError) as error:
        raise AuthorFault(f"{path} can't be read: {error}.") from error


def _walk(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, _Said]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, _function(node)
        elif isinstance(node, ast.ClassDef):
            bases = tuple(ast.unparse(base) for base in node.bases)
            yield prefix + node.name, _Said("class ", bases, docstring=ast.get_docstring(node))
            yield from _walk(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign) and not prefix:
            yield from ((target.id, _Said("value ")) for target in node.targets if isinstance(target, ast.Name))


def _function(node: ast.FunctionDef) -> _Said:
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + [ast.unparse(value) for value in given.defaults]
    parameters = [_parameter(argument, default) for argument, default in zip(plain, defaults, strict=True)]
    if given.vararg or given.kwonlyargs:
        parameters.append(f"*{_parameter(given.vararg, None) if given.vararg else ''}")
    for argument, value in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        parameters.append(_parameter(argument, ast.unparse(value) if value else None))
    if given.kwarg:
        parameters.append(f"**{_parameter(given.kwarg, None)}")
    managed = any("contextmanager" in ast.unparse(decorator) for decorator in node.decorator_list)
    returns = _given_by_manager(node.returns) if managed else node.returns
    gives = f" -> {ast.unparse(returns)}" if returns else ""
    optional = sum("=" in parameter for parameter in parameters)
    return _Said("", tuple(parameters), optional, gives, ast.get_docstring(node))


def _given_by_manager(returns: ast.expr | None) -> ast.expr | None:
    """What the generator yields is what the context manager gives: Iterator[X] or Generator[X, None, None] is
    AbstractContextManager[X]."""
    match returns:
        case ast.Subscript(value=ast.Name("Iterator"), slice=given):
            pass
        case ast.Subscript(value=ast.Name("Generator"), slice=ast.Tuple(elts=[given, *_])):
            pass
        case _:
            return returns
    return ast.Subscript(ast.Name("AbstractContextManager"), given)


def _parameter(argument: ast.arg, default: str | None) -> str:
    annotation = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    return f"{argument.arg}{annotation}" + (f"={default}" if default is not None else "")


def _imported(exercise: Exercise) -> list[str]:
    return [
        alias.name
        for node in ast.walk(_parsed(exercise.checks))
        if isinstance(node, ast.ImportFrom) and node.module == exercise.name
        for alias in node.names
    ]


def _statements(exercise: Exercise, known: set[str]) -> list[str]:
    names = {name.rpartition(".")[2] for name in known}
    return [
        f"{path.name} speaks of {name}, which the stub lacks"
        for path in sorted(exercise.folder.glob("README*.md"))
        for name in dict.fromkeys(_NAMED.findall(path.read_text(encoding="utf-8")))
        if name not in names and not hasattr(builtins, name)
    ]
