"""A file of checks is rewritten by pytest once in a process, and anew when it has changed."""

import os
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

from grader.judge import compiled
from grader.judge.importer import modules_in_place
from grader.judge.isolated_pytest import run_pytest


class Said:
    """Notes what failing checks say."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None:
            self.said.append(str(call.excinfo.value).splitlines()[0])


@pytest.fixture
def rewritten(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that pytest really rewrote."""
    files: list[str] = []
    real = rewrite._rewrite_test

    def noting(file: Path, config: pytest.Config) -> object:
        files.append(file.name)
        return real(file, config)

    monkeypatch.setattr(rewrite, "_rewrite_test", noting)
    monkeypatch.setattr(compiled, "_known", {})
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return files


def said(file: Path) -> list[str]:
    plugin = Said()
    with modules_in_place({}, file.parent):
        run_pytest(file, file.parent, [plugin])
    return plugin.said


def test_checks_are_rewritten_once_and_say_as_much_the_second_time(tmp_path: Path, rewritten: list[str]) -> None:
    file = tmp_path / "checks.py"
    file.write_text("def test_it():\n    two = 2\n    assert two == 3\n")
    assert said(file) == said(file) == ["assert 2 == 3"]
    assert rewritten == ["checks.py"]


def test_a_file_that_changed_is_rewritten_even_when_size_and_time_are_the_same(
    tmp_path: Path, rewritten: list[str]
) -> None:
    file = tmp_path / "checks.py"
    file.write_text("def test_it():\n    assert 2 == 3\n")
    times = os.stat(file)
    assert said(file) == ["assert 2 == 3"]
    file.write_text("def test_it():\n    assert 2 == 4\n")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert said(file) == ["assert 2 == 4"]
    assert rewritten == ["checks.py", "checks.py"]


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    before = rewrite._rewrite_test
    file = tmp_path / "checks.py"
    file.write_text("def test_it():\n    pass\n")
    said(file)
    assert rewrite._rewrite_test is before


def test_a_pytest_that_rewrites_elsewhere_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_NAME", "no_such_function")
    file = tmp_path / "checks.py"
    file.write_text("def test_it():\n    assert 2 == 3\n")
    assert said(file) == ["assert 2 == 3"]
    assert not hasattr(rewrite, "no_such_function")
