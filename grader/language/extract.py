"""Babel's extractors: what is to be translated, found in the syntax tree.

Of our own code every template that is given to ``say``, ``say_count``, ``noted`` or ``noted_count``, and the help of
commands. Of a course's checks the titles (docstrings of tests) and what they tell the student; of its wrong answers the
hints. A course calls nothing: its f-strings are templates too, with the placeholders named after what stands in them.
"""

import ast
import inspect
import re
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

Found = tuple[int, str | None, str | tuple[str, ...], list[str]]  # line, function, message or messages, comments

_ONE, _TWO = ("say", "noted"), ("say_count", "noted_count")
_HELP = ("help", "short_help")


def extract_own(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What a module of ``grader`` says."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            yield from _said(node)
        elif isinstance(node, ast.FunctionDef) and is_command(node):
            yield node.lineno, None, inspect.cleandoc(ast.get_docstring(node, clean=False) or ""), []


def _said(call: ast.Call) -> Iterator[Found]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    texts = [text for text in map(_constant, call.args) if text is not None]
    if name in _ONE and len(texts) == 1:
        yield call.lineno, None, texts[0], []
    elif name in _TWO and len(texts) == 2:
        yield call.lineno, "ngettext", (texts[0], texts[1]), []
    for keyword in call.keywords:
        text = _constant(keyword.value)
        if keyword.arg in _HELP and text:
            yield keyword.value.lineno, None, text, []


def is_command(node: ast.FunctionDef) -> bool:
    """Whether click makes a command of it: its docstring is the help."""
    names = [ast.unparse(each.func) for each in node.decorator_list if isinstance(each, ast.Call)]
    return any(name.rpartition(".")[2] in ("command", "group") for name in names)


def extract_template(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What a page's template says."""
    from jinja2 import Environment
    from jinja2.ext import extract_from_ast

    tree = Environment().parse(file.read().decode())
    for line, name, message in extract_from_ast(tree, (*_ONE, *_TWO)):
        texts = (message,) if isinstance(message, str) else tuple(text for text in message or () if text is not None)
        if name in _TWO:
            yield line, "ngettext", (texts[0], texts[1]), []
        elif texts:
            yield line, None, texts[0], []


def extract_checks(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What the checks of an exercise tell a student: titles, and every sentence in the code."""
    tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            title = first_line(node)
            if title:
                yield node.lineno, None, title, []
    yield from sentences(tree)


def extract_hint(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The hint of a wrong answer: the first line of its docstring."""
    hint = first_line(ast.parse(file.read()))
    if hint:
        yield 1, None, hint, []


def first_line(node: ast.Module | ast.FunctionDef) -> str:
    """A title as checks and hints have it: the first line of the docstring; a title has no full stop."""
    line = (ast.get_docstring(node) or "").partition("\n")[0].strip()
    return line.rstrip(".") if isinstance(node, ast.FunctionDef) else line


def sentences(tree: ast.Module) -> Iterator[Found]:
    """Every text in the code that is words: told to a student or put into what is told."""
    silent = set(_silent(tree))
    for node in ast.walk(tree):
        if node in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            template = template_of(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            template = node.value.replace("{", "{{").replace("}", "}}")
        else:
            continue
        if is_words(template):
            yield node.lineno, None, template, []


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    """Texts that nobody reads: docstrings, source code to run, arguments of marks, the pieces of f-strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield from node.values
            for value in node.values:
                if isinstance(value, ast.FormattedValue) and value.format_spec is not None:
                    yield value.format_spec
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in _NOT_TOLD:
            yield from (child for argument in node.args for child in ast.walk(argument))
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) in _OURS:
            yield from ast.walk(node.exc)


_OURS = {"ValueError", "TypeError", "RuntimeError", "KeyError"}  # raised by a fixture: for its author
_NOT_TOLD = {
    "make_inputs", "assert_shapes", "pytest.mark.parametrize", "pytest.mark.depends", "pytest.mark.feedback",
    "course_data", "torch.einsum", "np.einsum",
}  # fmt: skip


def template_of(node: ast.JoinedStr) -> str:
    """``"f gives {len_x} rows"`` for ``f"f gives {len(x)} rows"``; how a value is written is no business of a
    translation, so that conversions and formats are left out.
    """
    parts, taken = [], dict[str, str]()
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value).replace("{", "{{").replace("}", "}}"))
        elif isinstance(value, ast.FormattedValue):
            parts.append(f"{{{_name(value, taken)}}}")
    return "".join(parts)


def _name(value: ast.FormattedValue, taken: dict[str, str]) -> str:
    """A name for what is put in: ``x_shape`` for ``x.shape``; another one for another expression."""
    source = ast.unparse(value)
    words = re.findall(r"[A-Za-z][A-Za-z0-9]*", ast.unparse(value.value))[:3]
    name = base = "_".join(words).lower() or "value"
    number = 2
    while taken.setdefault(name, source) != source:
        name, number = f"{base}_{number}", number + 1
    return name


def is_words(template: str) -> bool:
    """Whether there are two words in it, with no more than a letter between them, besides placeholders and code."""
    plain = re.sub(r"\{\w*\}|`[^`]*`", " ", template)
    return bool(re.search(r"[A-Za-z]{2,}[,;:]? +(?:[a-z] +)?[A-Za-z]{2,}", plain)) and "\n" not in template


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
