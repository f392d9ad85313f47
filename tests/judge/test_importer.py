"""The import hook."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from grader.judge.importer import modules_in_place


def imported(name: str, path: Path) -> ModuleType:
    path.write_text("x = 1\n")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module


def test_names_mean_the_given_modules_and_what_they_meant_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ModuleType("attention_for_test")
    monkeypatch.setitem(sys.modules, "attention_for_test", before)
    given = {name: ModuleType(name) for name in ("attention_for_test", "new_for_test")}
    with modules_in_place(given, tmp_path):
        import attention_for_test  # type: ignore[import-not-found]
        import new_for_test  # type: ignore[import-not-found]

        assert attention_for_test is given["attention_for_test"]
        assert new_for_test is given["new_for_test"]
    assert sys.modules["attention_for_test"] is before
    assert "new_for_test" not in sys.modules


def test_modules_come_back_after_an_exception(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), modules_in_place({"new_for_test": ModuleType("x")}, tmp_path):
        raise ZeroDivisionError
    assert "new_for_test" not in sys.modules


def test_what_is_imported_from_the_folder_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = ModuleType("checks")
    monkeypatch.setitem(sys.modules, "checks", other)
    (tmp_path / "checks.py").touch()
    with modules_in_place({}, tmp_path):
        assert "checks" not in sys.modules
        imported("checks", tmp_path / "checks.py")
        imported("helper_for_test", tmp_path / "helper_for_test.py")
        imported("outside_for_test", tmp_path.parent / "outside_for_test.py")
    assert sys.modules["checks"] is other
    assert "helper_for_test" not in sys.modules
    assert sys.modules.pop("outside_for_test")


def test_one_session_inside_another(tmp_path: Path) -> None:
    outer, inner = ModuleType("ex_for_test"), ModuleType("ex_for_test")
    with modules_in_place({"ex_for_test": outer}, tmp_path):
        with modules_in_place({"ex_for_test": inner}, tmp_path):
            assert sys.modules["ex_for_test"] is inner
        assert sys.modules["ex_for_test"] is outer
