"""Running ``grade`` in this process and as a real one, in a folder of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.cli.guard import run

ROOT = Path(__file__).parents[2]
TINY = ROOT / "tests" / "courses" / "tiny"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run of ``grade`` ended."""

    code: int
    out: str
    err: str


Grade = Callable[..., Outcome]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, and a home that is not ours."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("TORCHGRADE_LANG", raising=False)
    return folder


@pytest.fixture
def grade(here: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Grade:
    """``grade("list", "ch1")`` in this process. What the guard changes in the process is undone."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr("threading.excepthook", sys.modules["threading"].excepthook)

    def call(*arguments: str) -> Outcome:
        code = run(arguments)
        captured = capfd.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@pytest.fixture
def tiny_workspace(grade: Grade, here: Path) -> Path:
    """A workspace with both chapters of the tiny course put down."""
    assert grade("start", "ch1", "ch2", "--course", str(TINY)).code == 0
    return here


def environment(**more: str) -> dict[str, str]:
    """The environment of a real ``grade`` process: this one's, with the package to be found."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


@pytest.fixture
def real_grade(here: Path) -> Grade:
    """``grade`` as a process of its own, as a student runs it."""

    def call(*arguments: str, timeout: float = 120, **more: str) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "grader.cli", *arguments],
            cwd=here, env=environment(**more), capture_output=True, text=True, timeout=timeout, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return Outcome(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def broken_course(tmp_path: Path) -> Path:
    """A copy of the tiny course with a misspelt key in scale's exercise.toml."""
    root = Path(shutil.copytree(TINY, tmp_path / "broken"))
    path = root / "exercises/ch01_basics/scale/exercise.toml"
    path.write_text(path.read_text().replace("title =", "titel ="))
    return root
