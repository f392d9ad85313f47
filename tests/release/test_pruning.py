"""Cutting files of checks: what goes, what stays, and that what stays runs."""

import pytest

from grader.release.pruning import Kept, asked_for, pruned


def cut(source: str, *shown: str, hidden: tuple[str, ...] = ()) -> str:
    """Without its new docstring; it must be Python still."""
    text = pruned(source, Kept(lambda name: any(name in (s, s.rpartition("::")[0]) for s in shown), hidden), "New.")
    compile(text, "checks", "exec")
    assert text.startswith('"""New."""\n')
    return text.removeprefix('"""New."""\n').strip()


def test_a_local_variable_called_like_a_helper_keeps_no_helper() -> None:
    source = "def helper():\n    return 'secret'\n\ndef test_a():\n    helper = 1\n    assert helper\n"
    assert "secret" not in cut(source, "test_a")


def test_what_a_helper_needs_is_kept() -> None:
    source = (
        "A = 1\nB = A + 1\nC = 3\n\ndef helper():\n    return B\n\ndef test_a():\n    assert [helper() for _ in 'x']\n"
    )
    text = cut(source, "test_a")
    assert "A = 1" in text
    assert "B = A + 1" in text
    assert "C = 3" not in text


@pytest.mark.parametrize(
    "statement",
    [
        "HIDDEN.append('secret')",
        "HIDDEN += ['secret']",
        "SHOWN += HIDDEN",
        "SHOWN.extend(HIDDEN)",
        "for each in HIDDEN:\n    SHOWN.append(each)",
        "TABLE = {'secret': HIDDEN}",
        "with open('x') as file:\n    SECRET = 'secret'",
        "if pytest:\n    SECRET = 'secret'",
        "'secret'",
        "# secret",
        "import secrets",
        "RESULT = shown('secret')",
        "for each in SHOWN:\n    SECRET = 'secret'",
        "from os import path as secret",
        "class Secret:\n    pass",
        "__all__ = ['secret']",
        "if __name__ == '__main__':\n    print('secret')",
        "A, SECRET = 1, 'secret'",
        "A = 1; SECRET = 'secret'",
        "SECRET: str = 'secret'",
        "assert HIDDEN, 'secret'",
    ],
)
def test_statements_that_only_hidden_checks_need_go(statement: str) -> None:
    source = f"import pytest\nSHOWN = [1]\nHIDDEN = ['secret']\n\ndef shown(x):\n    return SHOWN\n\n{statement}\n\n"
    source += "def test_a():\n    assert shown(1)\n"
    source += "\ndef test_b():\n    assert HIDDEN\n"
    text = cut(source, "test_a", hidden=("test_b",))
    assert "secret" not in text.lower()
    assert "SHOWN = [1]" in text


@pytest.mark.parametrize(
    "statement",
    [
        "SHOWN.append(2)",
        "SHOWN += [2]",
        "for n in range(2):\n    SHOWN.append(n)",
        "SHOWN[0] = 2",
        "if True:\n    SHOWN.append(2)",
    ],
)
def test_statements_that_change_what_is_kept_stay(statement: str) -> None:
    source = f"SHOWN = [1]\n{statement}\n\ndef test_a():\n    assert SHOWN\n"
    assert statement in cut(source, "test_a")


def test_fixtures_are_asked_for_by_arguments_marks_and_requests() -> None:
    source = """
import pytest

@pytest.fixture
def by_argument(inner):
    return inner

@pytest.fixture(name="inner")
def _made():
    return 1

@pytest.fixture
def by_mark():
    return 2

@pytest.fixture
def by_request():
    return 3

@pytest.fixture(autouse=True)
def always():
    yield

@pytest.fixture
def secret():
    return 4

@pytest.mark.usefixtures("by_mark")
def test_a(by_argument, request):
    assert request.getfixturevalue("by_request")

def test_b(secret):
    assert secret
"""
    text = cut(source, "test_a", hidden=("test_b",))
    assert all(name in text for name in ("def by_argument", "def _made", "def by_mark", "def by_request", "def always"))
    assert "secret" not in text
    assert asked_for(text) == {"by_argument", "inner", "by_mark", "by_request", "request"}


def test_a_check_waits_no_more_for_one_that_is_cut() -> None:
    source = """
import pytest

@pytest.mark.depends("test_b")
@pytest.mark.depends("test_c", "test_b[1]")
def test_a():
    pass

def test_b():
    pass

def test_c():
    pass
"""
    text = cut(source, "test_a", "test_c", hidden=("test_b",))
    assert text.count("depends") == 1
    assert "depends('test_c')" in text
    assert "test_b" not in text


def test_classes_keep_their_visible_checks_and_what_these_name() -> None:
    source = """
class Base:
    def make(self):
        return 1

    def test_hidden_in_base(self):
        assert "secret"


class TestOne(Base):
    \"\"\"secret\"\"\"
    used = 1
    secret = 2

    def setup_method(self):
        self.x = self.used

    def _helper(self):
        return self._deeper()

    def _deeper(self):
        return 3

    def _secret(self):
        return 4

    def test_a(self):
        assert self._helper()

    def test_hidden(self):
        assert self._secret()


class TestSecret:
    def test_b(self):
        pass
"""
    text = cut(
        source, "TestOne::test_a", hidden=("TestOne::test_hidden", "TestOne::test_hidden_in_base", "TestSecret::test_b")
    )
    assert "secret" not in text.lower()
    assert all(name in text for name in ("class Base", "setup_method", "_helper", "_deeper", "def test_a"))
    assert "hidden" not in text


def test_imports_are_trimmed_to_what_is_named() -> None:
    source = "from __future__ import annotations\nfrom x import (\n    a,\n    secret,\n)\n"
    source += "import os, secrets\nfrom y import *\n"
    text = cut(source + "\ndef test_a():\n    assert a and os\n", "test_a")
    assert "secret" not in text
    assert text.startswith("from __future__ import annotations\nfrom x import a\nimport os\nfrom y import *")


def test_nested_checks_go_too() -> None:
    source = "import sys\nif sys:\n    def test_a():\n        pass\n    def test_b():\n        assert 'secret'\n"
    text = cut(source, "test_a", hidden=("test_b",))
    assert "secret" not in text
    assert "def test_a" in text


def test_checks_that_are_made_by_a_call() -> None:
    source = "def make(n):\n    def check():\n        assert n\n    return check\n\n"
    source += "test_a = make(1)\ntest_b = make('secret')\n"
    text = cut(source, "test_a", hidden=("test_b",))
    assert "test_a = make(1)" in text
    assert "secret" not in text
