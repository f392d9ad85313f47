"""``grade batch`` and what follows it, as an instructor runs them."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock

from grader.batch.journal import Journal
from grader.cli.batching import columns_meta
from grader.course import load_course
from tests.batch.stand_in import ALL, SCALE, StandIn, go
from tests.cli.conftest import TINY, Grade, environment


@pytest.fixture
def run(here: Path) -> Path:
    """A run that was graded by a stand-in: ada right, zoe half."""
    course = load_course(TINY)
    for student, text in (("ada", "# right\n"), ("zoe", "# wrong\n")):
        (here / "class" / student).mkdir(parents=True)
        for name in ("scale", "column_means", "standardise"):
            (here / "class" / student / f"{name}.py").write_text(text)
    (here / "run").mkdir()
    with Journal(here / "run" / "journal.sqlite") as journal:
        journal.set_meta("course", str(TINY))
        journal.set_meta("title", "A <tiny> course")
        journal.set_meta("columns", columns_meta(journal, course, [course.exercise(id) for id in ALL]))
        go(journal, here / "class", StandIn())
    return here / "run"


def test_marks_policy_and_the_log_that_replays(grade: Grade, run: Path) -> None:
    Path("policy.toml").write_text(
        f'[[overrides]]\nstudent = "zoe"\nexercise = "{SCALE}"\nreason = "seen by hand"\npoints = 3.5\n'
    )
    assert grade("gradebook", "run", "--policy", "policy.toml").code == 0
    first = (run / "grades.csv").read_bytes()
    assert b"zoe,,,,3.5," in first
    Path("policy.toml").unlink()
    assert grade("gradebook", "run", "--out", "again.csv").code == 0
    assert Path("again.csv").read_bytes() == first
    log = grade("gradebook", "run", "--log").out
    assert "policy: file policy.toml" in log
    assert log.count("gradebook:") == 2
    with Journal(run / "journal.sqlite") as journal:
        digests = {facts["sha256"] for _, action, facts in journal.audit_log() if action == "gradebook"}
    assert len(digests) == 1


def test_a_rule_that_names_nobody_and_nothing_is_told(grade: Grade, run: Path) -> None:
    Path("policy.toml").write_text(
        'due."ch01_basics/scala" = 2026-01-01\ndue.ch02_reuse = 2026-01-01\n'
        '[[extensions]]\nstudent = "zoey"\nreason = "ill"\ndays = 1\n'
    )
    told = grade("gradebook", "run", "--policy", "policy.toml").out
    assert "The policy names the exercise ch01_basics/scala, which is none. Did you mean" in told
    assert "The policy names the student zoey, whom nobody here is. Did you mean" in told
    assert "ch02_reuse" not in told.partition("written to")[0]


def test_sheets_feedback_and_pages_are_written(grade: Grade, run: Path) -> None:
    Path("canvas.csv").write_text("Student,ID,SIS Login ID,Section,Homework (7)\nPoints Possible,,,,9\nada,1,ada,x,\n")
    done = grade("gradebook", "run", "--fill", "canvas.csv", "--out", "filled.csv", "--feedback", "feedback.zip",
                 "--moodle-import", "moodle.csv")  # fmt: skip
    assert done.code == 0
    assert "Rows filled: 1, written to filled.csv." in done.out
    assert "No row in the sheet for 1: zoe." in done.out
    assert Path("filled.csv").read_text().splitlines()[2] == "ada,1,ada,x,9"
    assert "2 reports in feedback.zip" in done.out
    assert "Left out of it" in done.out
    page = grade("class", "run")
    assert page.code == 0
    assert "&lt;tiny&gt;" in (run / "class.html").read_text()
    assert grade("similar", "run").code == 0
    assert "no verdict" in grade("similar", "run").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("gradebook", "nowhere"), "holds no run"),
        (("gradebook", "run", "--fill", "none.csv", "--out", "x.csv"), "can't be read: no such file"),
        (("gradebook", "run", "--fill", "class/ada/scale.py"), "Say with --out"),
        (("gradebook", "run", "--out", "no/such/folder.csv"), "can't be written"),
        (("gradebook", "run", "--policy", "none.toml"), "The policy none.toml can't be read"),
        (("batch", "none", "ch1", "--course", str(TINY)), "There is nothing at none"),
        (("batch", "class", "ch9", "--course", str(TINY)), "ch9"),
        (("batch", "class", "ch1", "--course", str(TINY), "--to", "class/run"), "lies among the submissions"),
        (("batch", "class", "ch1", "--course", str(TINY), "--sandbox", "process"), "--sandbox"),
        (("batch", "class", "ch1", "--course", str(TINY), "--roster", "none.csv"), "The class list none.csv"),
        (("batch", "class", "ch1", "--course", str(TINY), "--pattern", "{exercise}.py"), "needs {student}"),
    ],
)
def test_what_can_not_be_is_told_in_one_sentence(
    grade: Grade, run: Path, arguments: tuple[str, ...], says: str
) -> None:
    done = grade(*arguments)
    assert done.code == 2
    assert says in done.err
    assert done.err.count("\n") == 1


def test_two_calls_for_one_run_at_a_time_are_one_too_many(grade: Grade, run: Path) -> None:
    with FileLock(run / "lock"):
        done = grade("batch", "class", "ch1", "--course", str(TINY), "--to", "run")
    assert done.code == 2
    assert "Another process is grading for run right now" in done.err


def test_a_known_class_is_told_at_once(grade: Grade, run: Path) -> None:
    Path("roster.csv").write_text("name,id\nAda,1\nMary,2\n")
    done = grade("batch", "class", "ch1", "ch2", "--course", str(TINY), "--to", "run", "--roster", "roster.csv")
    assert done.code == 0
    assert "2 students handed in (a folder a student): 6 answers, 0 graded now, 6 known" in done.out
    assert "Nothing from 1 of the class list: Mary." in done.out
    assert "Not on the class list: zoe." in done.out
    assert done.err == ""


def start(here: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "grader.cli", "batch", "class", "ch1", "--course", str(TINY), "--to", "run",
               "--jobs", "1"]  # fmt: skip
    return subprocess.Popen(command, cwd=here, env=environment(), text=True, stdout=-1, stderr=-1)


def results(here: Path) -> dict[str, str]:
    path = here / "run" / "journal.sqlite"
    if not path.exists():
        return {}
    database = sqlite3.connect(path)
    try:
        return dict(database.execute("SELECT key, created FROM result").fetchall())
    except sqlite3.OperationalError:
        return {}
    finally:
        database.close()


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_real_run_that_is_killed_then_stopped_then_finished(here: Path) -> None:
    """With the real sandbox: kill -9, then Ctrl-C, then to the end; no result is made twice."""
    solutions = TINY / "solutions" / "ch01_basics"
    for at in range(12):
        own = here / "class" / f"s{at}"
        own.mkdir(parents=True)
        for name in ("scale", "column_means"):
            (own / f"{name}.py").write_text((solutions / name / f"{name}.py").read_text() + f"\n# {at}\n")
    known: dict[str, str] = {}
    for how in (signal.SIGKILL, signal.SIGINT):
        process = start(here)
        while len(results(here)) < len(known) + 2 and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
        assert process.returncode == (-9 if how is signal.SIGKILL else 130), err
        if how is signal.SIGINT:
            assert "of 24 answers were graded" not in err  # what was known before is not counted again
            assert "Stopped: " in err
            assert "the same command goes on from here" in err
            assert "Traceback" not in err
        now = results(here)
        assert now.items() >= known.items()
        known = now
    process = start(here)
    out, err = process.communicate(timeout=280)
    assert process.returncode == 0, err
    assert f"{24 - len(known)} graded now, {len(known)} known" in out
    assert results(here).items() >= known.items()
    assert len(results(here)) == 24


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_mended_check_is_graded_anew_and_what_moved_is_listed(here: Path, real_grade: Grade, tmp_path: Path) -> None:
    course = Path(shutil.copytree(TINY, tmp_path / "course"))
    for student, text in (
        ("ada", "def scale(x, factor):\n    return x * factor\n\ndef scale_(x, factor):\n    x *= 2\n"),
    ):
        (here / "class" / student).mkdir(parents=True)
        (here / "class" / student / "scale.py").write_text(text)
    done = real_grade("batch", "class", "ch1", "--course", str(course), "--to", "run", timeout=280)
    assert done.code == 0, done.err
    checks = course / "exercises" / SCALE / "checks.py"
    checks.write_text(_without_last_check(checks))
    done = real_grade("regrade", "run", "--course", str(course), timeout=280)
    assert done.code == 0, done.err
    assert "1 answer graded anew" in done.out
    assert "ada, 1.1: " in done.out
    assert "no longer checked" in done.out


def _without_last_check(path: Path) -> str:
    text = path.read_text()
    return text[: text.rindex("\n\n\n")] + "\n"
