"""A pytest session that owes nothing to its surroundings."""

import os
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grader.judge.importer import modules_in_place
from grader.judge.isolated_pytest import run_pytest


class Recorder:
    """Keeps what pytest's own loop reports."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}
        self.plugins: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.nodeid.partition("::")[2]] = report.outcome

    def pytest_configure(self, config: pytest.Config) -> None:
        self.plugins = {name for name, plugin in config.pluginmanager.list_name_plugin() if plugin is not None}


def run(folder: Path, source: str, name: str = "checks.py", **files: str) -> Recorder:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(source)
    for other, text in files.items():
        (folder / other.replace("__", ".")).write_text(text)
    recorder = Recorder()
    with modules_in_place({}, folder):
        run_pytest(folder / name, folder, [recorder])
    return recorder


def test_it_runs_inside_another_session_and_rewrites_assertions(tmp_path: Path) -> None:
    source = """
        def test_good(): assert 1 + 1 == 2
        def test_bad():
            try:
                assert [1, 2] == [1, 3]
            except AssertionError as error:
                assert "At index 1 diff: 2 != 3" in str(error)
        def test_fails(): assert not "x"
    """
    recorder = run(tmp_path, "\n".join(line[8:] for line in source.splitlines()))
    assert recorder.outcomes == {"test_good": "passed", "test_bad": "passed", "test_fails": "failed"}


def test_nothing_of_the_environment_leaks_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (tmp_path / "conftest.py").write_text("raise RuntimeError('read')\n")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")
    monkeypatch.setenv("PYTEST_PLUGINS", "no_such_plugin")
    recorder = run(tmp_path / "exercise", "def test_a(): pass")
    assert recorder.outcomes == {"test_a": "passed"}
    assert not {
        name for name in recorder.plugins if name.split(".")[0] in ("xdist", "randomly", "timeout", "hypothesis")
    }
    assert os.environ["PYTEST_ADDOPTS"] == "--no-such-option"
    assert "PYTEST_DISABLE_PLUGIN_AUTOLOAD" not in os.environ


def test_a_conftest_of_the_course_counts(tmp_path: Path) -> None:
    fixture = "import pytest\n@pytest.fixture\ndef three(): return 3\n"
    assert run(tmp_path, "def test_a(three): assert three == 3", conftest__py=fixture).outcomes == {"test_a": "passed"}


def test_nothing_is_printed_and_nothing_is_left(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    current, hooks, path = os.environ.get("PYTEST_CURRENT_TEST"), list(sys.meta_path), list(sys.path)
    before, filters = set(sys.modules), list(warnings.filters)
    run(tmp_path, "def test_a():\n    print('noise')\n    assert False\n")
    assert capfd.readouterr() == ("", "")
    assert os.environ.get("PYTEST_CURRENT_TEST") == current
    assert (sys.meta_path, sys.path, warnings.filters) == (hooks, path, filters)
    assert {name for name in set(sys.modules) - before if "checks" in name} == set()
    assert {entry.name for entry in tmp_path.iterdir()} - {"__pycache__"} == {"checks.py"}


def test_check_files_of_one_name_are_different_modules(tmp_path: Path) -> None:
    for number in (1, 2):
        recorder = run(tmp_path / str(number), f"N = {number}\ndef test_{number}(): assert N == {number}")
        assert recorder.outcomes == {f"test_{number}": "passed"}


def test_a_warning_of_a_check_is_no_error(tmp_path: Path) -> None:
    source = "import pytest, warnings\n@pytest.mark.unheard_of\ndef test_a(): warnings.warn('old', FutureWarning)\n"
    assert run(tmp_path, source).outcomes == {"test_a": "passed"}


def test_what_keeps_pytest_from_starting_is_said(tmp_path: Path) -> None:
    (tmp_path / "checks.py").write_text("def test_a(): pass\n")
    (tmp_path / "conftest.py").write_text("raise RuntimeError('broken conftest')\n")
    with modules_in_place({}, tmp_path):
        assert "broken conftest" in run_pytest(tmp_path / "checks.py", tmp_path, [])


def test_modules_of_the_session_are_seen_by_the_checks(tmp_path: Path) -> None:
    module: Any = ModuleType("answer_for_test")
    module.f = lambda x: x + 1
    (tmp_path / "checks.py").write_text("from answer_for_test import f\ndef test_a(): assert f(1) == 2\n")
    recorder = Recorder()
    with modules_in_place({"answer_for_test": module}, tmp_path):
        run_pytest(tmp_path / "checks.py", tmp_path, [recorder])
    assert recorder.outcomes == {"test_a": "passed"}
