"""Every sentence that a user reads passes through ``say``: looked for in the syntax trees of the package."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.language.extract import is_command, is_words, template_of

PACKAGE = Path(__file__).parents[2] / "grader"

# Rooms that say nothing to a user, or only to an author or an operator, in English (docs/languages.md).
ENGLISH = (
    "authoring/", "language/", "release/onsite/", "sandbox/", "wire/", "worker/", "judge/remote/", "bundled/",
    "batch/journal.py", "checks/cuda.py", "checks/plain.py", "checks/marks.py", "checks/finding.py",
    "cli/document.py", "cli/interrupt.py", "cli/verified.py", "cli/verify.py", "cli/image.py",
    "judge/explanations.py",  # patterns of torch's own words; what they explain is ``noted``
)  # fmt: skip
WRAPPING = {"say", "say_count", "noted", "noted_count"}
# Of an author's mistake, which Python's own exceptions tell; and of what is no sentence.
OTHERS = {"ValueError", "TypeError", "RuntimeError", "KeyError", "AttributeError", "FileNotFoundError", "compile"}
NOT_SAID = {
    "Value error, ",  # pydantic's
    "Test Student", "Student, Test", "Out of", "points possible", "read only",  # Canvas's
    "SIS User ID", "SIS Login ID", "Email address", "ID number",  # Moodle's and Canvas's columns
    "the reader left", "the worker has not ended", "did not say what ran",  # logged or overwritten, never told
    "a picture could not be made: {type_error_name}: {error}",  # a note for the check's author
    "The visible checks of {exercise_name}. The hidden ones are graded where you hand in.",  # docstrings that are
    "What the visible checks share.",  # written into a release
    "# left out: ", "# %% cell {cell}: left out: %%{language}",  # lines of a module
    "parent watch", "sandbox start", "watch saves", "largest share of a tolerance, by check",  # names
    "DID NOT RAISE",  # pytest's words
    "DefaultCPUAllocator: can't allocate memory",  # torch's
    "positional argument", "unexpected keyword argument", "required keyword-only argument",  # Python's
}  # fmt: skip


# Classes of the style sheet, styles of the terminal, types in quotes.
STYLE = re.compile(r"(bold|num|name|tick|asked|box|line) [\w-]+(\{\w+\})?|(tuple|np\.ndarray)\[.*")


def modules() -> list[Path]:
    found = (path for path in sorted(PACKAGE.rglob("*.py")))
    return [path for path in found if not path.relative_to(PACKAGE).as_posix().startswith(ENGLISH)]


def unwrapped(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of what looks like words and is neither wrapped nor a docstring."""
    silent = set(_silent(tree))
    for node in ast.walk(tree):
        if node in silent:
            continue
        text = template_of(node) if isinstance(node, ast.JoinedStr) else getattr(node, "value", None)
        if isinstance(node, ast.JoinedStr | ast.Constant) and isinstance(text, str) and is_words(text):
            yield node.lineno, text


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield from (part for value in node.values for part in ast.walk(value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in WRAPPING | OTHERS:
            yield from (part for argument in node.args for part in ast.walk(argument))
        elif isinstance(node, ast.FunctionDef):  # options: their helps are translated when they are shown
            yield from (part for decorator in node.decorator_list for part in ast.walk(decorator))
        elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
            yield from ast.walk(node.annotation)
        elif isinstance(node, ast.keyword) and node.arg in ("help", "short_help"):
            yield node.value


@pytest.mark.parametrize("module", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_every_sentence_is_wrapped(module: Path) -> None:
    found = [
        (line, text)
        for line, text in unwrapped(ast.parse(module.read_text()))
        if text not in NOT_SAID and not STYLE.fullmatch(text)
    ]
    assert not found


@pytest.mark.parametrize("module", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_what_is_wrapped_can_be_extracted(module: Path) -> None:
    """A template is a constant, or a name of one that is ``noted``: nothing that is put together on the way."""
    assert list(_made_on_the_way(ast.parse(module.read_text()))) == []


def _made_on_the_way(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WRAPPING:
            templates = node.args[: 2 if node.func.id.endswith("count") else 1]
            parts = (part for each in templates if not isinstance(each, ast.Constant) for part in ast.walk(each))
            if any(isinstance(part, ast.JoinedStr) or _is_text(part) for part in parts):
                yield node.lineno


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def test_a_template_that_is_made_on_the_way_is_found() -> None:
    tree = ast.parse('say("a b" if x else "c d")\nsay(f"{x} rows")\nsay(WORDS[cause])\nsay("a " + b)\nsay("a b")')
    assert list(_made_on_the_way(tree)) == [1, 2, 4]


def test_a_bare_sentence_is_found() -> None:
    tree = ast.parse('x = f"There are {count} rows too many."\ny = say("All is well.")\nz = "name start"')
    assert [line for line, _ in unwrapped(tree)] == [1, 3]


def test_the_help_of_a_command_is_extracted() -> None:
    tree = ast.parse('@click.command("x")\ndef command():\n    """Do what is to be done."""')
    assert isinstance(tree.body[0], ast.FunctionDef)
    assert is_command(tree.body[0])
