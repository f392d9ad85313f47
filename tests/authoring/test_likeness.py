"""Stub, reference and statement that speak of different functions."""

import pytest

from grader.authoring.likeness import unlike
from grader.faults import AuthorFault
from tests.judge.conftest import Make

CHECKS = "from answer import f\ndef test_one():\n    'It runs'\n    f(1)\n"
STUB = '''
from collections.abc import Iterator


def f(x: int, n: int = 2) -> int:
    """Adds."""
    raise NotImplementedError
'''


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        (STUB, []),
        (STUB.replace('    """Adds."""\n', ""), []),
        (STUB.replace("n: int = 2", "n: int = 2, m: int = 3"), []),
        (STUB.replace('"""Adds."""', '"""Takes away."""'), ["the docstrings of f differ in stub and reference"]),
        (
            STUB.replace("= 2", "= 3"),
            ["f differs: (x: int, n: int=2) -> int in the stub, (x: int, n: int=3) -> int in the reference"],
        ),
        (
            STUB.replace(", n: int = 2", ""),
            ["f differs: (x: int, n: int=2) -> int in the stub, (x: int) -> int in the reference"],
        ),
        (
            STUB.replace("n: int = 2", "n: int = 2, *, m"),
            ["f differs: (x: int, n: int=2) -> int in the stub, (x: int, n: int=2, *, m) -> int in the reference"],
        ),
        ("def g(x): return x\n", ["the reference has no f, which the stub has"]),
    ],
)
def test_a_reference_answers_what_the_stub_asks(make: Make, reference: str, says: list[str]) -> None:
    one = make(CHECKS, reference)
    one.exercise.stub.write_text(STUB)
    assert unlike(one.exercise) == says


@pytest.mark.parametrize(
    ("yields", "gives"),
    [
        ("Iterator[None]", "None"),
        ("Iterator[dict[str, list[int]]]", "dict[str, list[int]]"),
        ("Generator[dict[str, int], None, None]", "dict[str, int]"),
    ],
)
def test_a_context_manager_is_declared_by_what_it_gives(make: Make, yields: str, gives: str) -> None:
    body = "    raise NotImplementedError\n"
    one = make(
        CHECKS,
        f"from contextlib import contextmanager\n@contextmanager\ndef f(x: int) -> {yields}:\n{body}",
    )
    one.exercise.stub.write_text(f"def f(x: int) -> AbstractContextManager[{gives}]:\n{body}")
    assert unlike(one.exercise) == []
    one.exercise.stub.write_text(f"def f(x: int) -> AbstractContextManager[bytes]:\n{body}")
    assert unlike(one.exercise) == [
        "f differs: (x: int) -> AbstractContextManager[bytes] in the stub, "
        f"(x: int) -> AbstractContextManager[{gives}] in the reference"
    ]


def test_methods_are_compared_too(make: Make) -> None:
    one = make(CHECKS, "class A:\n    def go(self): pass\ndef f(x): pass\n")
    one.exercise.stub.write_text("class A:\n    def go(self, x): pass\ndef f(x): pass\n")
    assert unlike(one.exercise) == ["A.go differs: (self, x) in the stub, (self) in the reference"]


def test_checks_and_statements_that_name_what_the_stub_lacks_are_told(make: Make) -> None:
    one = make(CHECKS.replace("import f", "import f, g"))
    statement = (
        "# `h(x)`\n\n| `k(x)` | a |\n\n- `f(x)` adds, `len(x)` counts, as `torch.add(x)` does; try `other(x)`.\n"
    )
    (one.exercise.folder / "README.md").write_text(statement)
    assert unlike(one.exercise) == [
        "checks.py imports g, which the stub lacks",
        "README.md speaks of h, which the stub lacks",
        "README.md speaks of k, which the stub lacks",
    ]


def test_a_check_has_a_name_and_a_title_of_its_own(make: Make) -> None:
    one = make(CHECKS + "def test_one():\n    pass\n", "def f(x): return x\n")
    assert unlike(one.exercise) == [
        "checks.py has more than one test_one: only the last one runs",
        "test_one has no docstring: its first line is the title that students read",
    ]


def test_an_exercise_has_a_statement(make: Make) -> None:
    one = make(CHECKS, "def f(x): return x\n")
    (one.exercise.folder / "README.md").unlink()
    assert unlike(one.exercise) == ["README.md, the statement, is missing"]


def test_a_file_that_is_no_python_is_told_with_its_line(make: Make) -> None:
    one = make(CHECKS, "def f(x): return x\n")
    one.exercise.checks.write_text(CHECKS + "def (\n")
    with pytest.raises(AuthorFault, match=r"checks.py can't be read: invalid syntax in line 5\.$"):
        unlike(one.exercise)
