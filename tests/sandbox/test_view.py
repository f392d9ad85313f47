"""What a sandbox shows, decided from what is installed here."""

import sys
from pathlib import Path

import pytest

import grader
from grader.sandbox.view import python_view

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")


def _shown(path: Path, roots: tuple[Path, ...]) -> bool:
    return any(path == root or root in path.parents for root in roots)


def test_torch_numpy_and_what_they_need_are_shown() -> None:
    import numpy
    import sympy  # type: ignore[import-untyped]
    import torch

    view = python_view()
    for module in (torch, numpy, sympy):
        assert module.__file__
        assert _shown(Path(module.__file__), view.bound)


def test_tools_of_the_judge_are_not() -> None:
    import hypothesis
    import pydantic

    view = python_view()
    for module in (pytest, hypothesis, pydantic):
        assert module.__file__
        assert not _shown(Path(module.__file__), view.sources())


def test_a_package_that_the_course_asks_for_is_shown() -> None:
    import click

    assert click.__file__
    assert not _shown(Path(click.__file__), python_view().bound)
    assert _shown(Path(click.__file__), python_view(packages=["click"]).bound)


def test_of_this_package_only_the_workers_side_is_shown() -> None:
    root = Path(grader.__file__).parent
    shown = {path.relative_to(root).as_posix() for path in python_view().sources() if root in path.parents}
    assert shown == {"__init__.py", "worker", "wire"}


def test_the_interpreters_own_packages_are_covered() -> None:
    view = python_view()
    site = Path(sys.base_prefix, "lib", f"python{sys.version_info.major}.{sys.version_info.minor}", "site-packages")
    if site.is_dir():
        assert site in view.covered or not _shown(site, view.system)


def test_a_course_that_lies_in_a_shown_folder_is_covered() -> None:
    inside = Path("/usr/share")
    assert inside in python_view(hidden=[inside]).covered
    assert Path("/nowhere") not in python_view(hidden=[Path("/nowhere")]).covered
