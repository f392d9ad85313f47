"""The tiny course, verified as an author does, in the sandbox."""

import shutil
from pathlib import Path

import pytest

from grader.cli.guard import run
from grader.course import load_course

TINY = Path(__file__).parents[1] / "courses" / "tiny"


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_course_is_verified_and_remembered(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "course"
    shutil.copytree(TINY, root)
    (root / "exercises/ch01_basics/column_means/checks.py").write_text(
        "def test_nothing():\n    '''Nothing is asked'''\n    raise KeyError('a slip of the author')\n"
    )
    arguments = ["verify", "--course", str(root), "--jobs", "2", "--details"]
    assert run(arguments) == 1
    first = capfd.readouterr().out
    assert "✓ 1.1   ch01_basics/scale" in first
    assert first.count("a slip of the author") == 1, "what the process found is not said again of the sandbox"
    assert "solution: test_nothing fails on a right answer: KeyError: 'a slip of the author'" in first
    assert "mutants caught" in first

    # What did not change is not run again; what failed is, and fails again.
    assert run(arguments) == 1
    assert [line for line in capfd.readouterr().out.splitlines() if "ch01_basics" in line] == [
        line for line in first.splitlines() if "ch01_basics" in line
    ]


def test_threads_that_are_no_numbers_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--course", str(TINY), "--threads", "1,zwei"]) == 2
    assert "give numbers such as 1,2" in capfd.readouterr().err


def test_the_tiny_course_can_be_read() -> None:
    assert not load_course(TINY).problems
