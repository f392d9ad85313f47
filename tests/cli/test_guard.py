import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from grader.cli import guard
from grader.cli.app import app
from grader.faults import AuthorFault, Fault, InfrastructureFault, StudentFault, UsageFault
from tests.cli.conftest import TINY, Grade, environment


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch) -> object:
    """Make every command raise what it is given."""

    def make(error: BaseException) -> None:
        def invoke(_: click.Context) -> None:
            raise error

        monkeypatch.setattr(app, "invoke", invoke)

    return make


@pytest.mark.parametrize(
    ("fault", "code"), [(UsageFault, 2), (StudentFault, 1), (AuthorFault, 3), (InfrastructureFault, 3)]
)
def test_each_owner_has_an_exit_code_and_one_sentence(grade: Grade, raising, fault: type[Fault], code: int) -> None:  # type: ignore[no-untyped-def]
    raising(fault("It is so."))
    outcome = grade("list")
    assert (outcome.code, outcome.out, outcome.err) == (code, "", "grade: It is so.\n")


def test_the_unexpected_is_one_sentence_with_a_reference_and_a_log(grade: Grade, raising, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    raising(RuntimeError("boom\nand more"))
    outcome = grade("list")
    assert outcome.code == 3
    assert outcome.err.count("\n") == 1
    assert "Traceback" not in outcome.err
    assert "RuntimeError: boom" in outcome.err
    reference = outcome.err.rstrip().removesuffix(".")[-8:]
    (log,) = (tmp_path / "home").rglob("*.log")
    assert log.stem == reference
    assert str(log) in outcome.err
    assert "Traceback" in log.read_text()


def test_a_state_folder_that_cannot_be_written(grade: Grade, raising, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "home").write_bytes(b"")
    raising(RuntimeError("boom"))
    outcome = grade("list")
    assert outcome.code == 3
    assert "could not be written" in outcome.err
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("error", [SystemExit(7), GeneratorExit(), MemoryError(), RecursionError("deep")])
def test_nothing_gets_past(grade: Grade, raising, error: BaseException) -> None:  # type: ignore[no-untyped-def]
    raising(error)
    assert grade("list").code == 3


def test_wrong_use_is_one_line_that_says_where_help_is(grade: Grade) -> None:
    outcome = grade("list", "--jsn")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert "--jsn" in outcome.err
    assert "grade list --help" in outcome.err


def test_clicks_other_errors_are_wrong_use(grade: Grade, raising) -> None:  # type: ignore[no-untyped-def]
    raising(click.ClickException("no"))
    assert grade("list").code == 2


def test_an_interrupt_is_one_line(grade: Grade, raising, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("grader.cli.interrupt._State.leaving", False)
    raising(KeyboardInterrupt())
    outcome = grade("list")
    assert (outcome.code, outcome.err) == (130, "Interrupted.\n")


def test_a_reader_that_leaves_is_no_error(here: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "grader.cli", "list", "--course", str(TINY)],
        cwd=here, env=environment(), stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_behind_standard_output(here: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "grader.cli", "list", "--course", str(TINY)],
            cwd=here, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (3, "grade: The disk is full: what was to be written could not be.\n")


def test_a_terminal_that_knows_only_ascii_gets_escapes_not_a_crash(real_grade: Grade) -> None:
    outcome = real_grade("list", "--course", str(TINY), "--lang", "zh", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert outcome.code == 0
    assert "\\u" in outcome.out


def test_dying_threads_and_finalisers_go_to_the_log(here: Path, tmp_path: Path) -> None:
    script = """if True:
        import threading
        from grader.cli import guard
        guard._quieten()
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start(); thread.join()
        class Bad:
            def __del__(self): raise ValueError("late")
        del Bad
        class Bad:
            def __del__(self): raise ValueError("late")
        Bad()
    """
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=here,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    logs = "".join(path.read_text() for path in (tmp_path / "home").rglob("*.log"))
    assert "ZeroDivisionError" in logs
    assert "late" in logs


def test_exit_codes_are_the_documented_ones() -> None:
    assert (guard.OK, guard.FAILED, guard.USAGE, guard.NOT_GRADED) == (0, 1, 2, 3)
    assert (UsageFault.exit_code, StudentFault.exit_code, InfrastructureFault.exit_code) == (2, 1, 3)
