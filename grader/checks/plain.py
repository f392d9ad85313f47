"""Checks in plain pytest, in one process and without a sandbox, for authors at work on a course.

    PYTHONPATH=solutions/ch01_memory/NAME pytest exercises/ch01_memory/NAME/checks.py -p grader.checks.plain

Offers the fixtures and marks of the grading session. Never for a student's file: nothing is isolated here.
"""

import importlib
import operator
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor

import grader.checks  # noqa: F401  so that all of it is loaded when pytest is configured
from grader.checks.device import has_cuda
from grader.checks.finding import Finding
from grader.checks.fixtures import CourseData, load_course_data, make_rng
from grader.checks.marks import MARKS


class LocalStudent:
    """The student's module as the ``student`` fixture gives it; ``keep`` is the same, since nothing is remote."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    @property
    def keep(self) -> "LocalStudent":
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--check-seed", type=int, default=0, help="the seed that inputs are drawn from")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.option.importmode = "importlib"  # every exercise's file is called checks.py
    for mark in MARKS.values():
        config.addinivalue_line("markers", mark)
    for name, module in list(sys.modules.items()):
        if name.startswith("grader.checks."):  # a finding's traceback ends in the check, not in the library
            vars(module)["__tracebackhide__"] = operator.methodcaller("errisinstance", Finding)


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """``fixtures`` beside checks.py is to be had as in the sandbox; the solution comes first on the path."""
    folder = str(module_path.parent)
    if module_path.name == "checks.py" and folder not in sys.path:
        sys.path.append(folder)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("needs_gpu") and not has_cuda():
        pytest.skip("not run: no GPU")


@pytest.fixture
def student(request: pytest.FixtureRequest) -> LocalStudent:
    """The exercise's module; its name is that of the folder of checks.py."""
    return LocalStudent(importlib.import_module(request.path.parent.name))


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The seed that this run draws inputs from."""
    return int(request.config.getoption("--check-seed"))


@pytest.fixture
def rng(request: pytest.FixtureRequest, seed: int) -> torch.Generator:
    """The generator of this check."""
    return make_rng(seed, request.node.nodeid)


@pytest.fixture
def device() -> str:
    """The device that this run is for."""
    return "cpu"


@pytest.fixture
def course_data(request: pytest.FixtureRequest) -> Callable[[str], CourseData]:
    """``course_data(name)`` reads a data set of the course that the checks belong to."""
    folders = (parent / "data" for parent in request.path.parents if (parent / "course.toml").is_file())
    folder = next(folders, Path("data"))
    return lambda name: load_course_data(folder, name)


@pytest.fixture(autouse=True)
def _sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """``tensor.remote`` is the tensor itself: there is one side only."""
    monkeypatch.setattr(Tensor, "remote", property(lambda tensor: tensor), raising=False)
