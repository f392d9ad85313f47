"""``grade run`` from end to end, in a real sandbox that the tests share."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grader.sandbox
from grader.sandbox.protocol import Sandbox
from tests.cli.conftest import TINY, Grade
from tests.cli.submissions import BAD, COLUMN_MEANS, SCALE, Bad

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]

open_for_real = grader.sandbox.open_sandbox


class Kept:
    """A sandbox that stays open when a run of ``grade`` closes it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sandbox, name)

    def close(self) -> None:
        pass


@pytest.fixture(scope="session")
def warm_sandbox() -> Iterator[Kept]:
    with open_for_real("auto") as sandbox:
        yield Kept(sandbox)


@pytest.fixture(scope="session")
def quick_course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny course with short limits."""
    root = Path(shutil.copytree(TINY, tmp_path_factory.mktemp("quick") / "course"))
    for path in root.rglob("exercise.toml"):
        content = (
            path.read_text()
            .replace("cpu_seconds = 5", "cpu_seconds = 2")
            .replace("wall_seconds = 10", "wall_seconds = 4")
        )
        path.write_text(content)
    return root


@pytest.fixture
def workspace(
    grade: Grade, here: Path, quick_course: Path, warm_sandbox: Kept, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A workspace with all stubs, and right answers to chapter 1."""
    monkeypatch.setattr("grader.cli.warm.open_sandbox", lambda *_, **__: warm_sandbox)
    assert grade("start", "ch1", "ch2", "--course", str(quick_course)).code == 0
    (here / "ch01_basics/scale.py").write_text(SCALE)
    (here / "ch01_basics/column_means.py").write_text(COLUMN_MEANS)
    return here


def progress_of(workspace: Path) -> dict[str, Any]:
    exercises: dict[str, Any] = json.loads((workspace / ".torchgrade/progress.json").read_text())["exercises"]
    return exercises


def test_right_answers_pass_and_are_remembered(grade: Grade, workspace: Path) -> None:
    outcome = grade("ch1")
    assert outcome.code == 0, outcome
    assert outcome.err == ""
    assert "7 of 7 points (100%)" in outcome.out
    assert {id: record["passed"] for id, record in progress_of(workspace).items()} == {
        "ch01_basics/scale": True,
        "ch01_basics/column_means": True,
    }
    assert "2 of 2 passed" in grade("list", "ch1").out


def test_stubs_score_nothing_and_leave_with_one(grade: Grade, workspace: Path) -> None:
    shutil.copy(TINY / "exercises/ch01_basics/scale/scale.py", workspace / "ch01_basics/scale.py")
    outcome = grade("scale")
    assert outcome.code == 1
    assert "0 of 4 points" in outcome.out


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_bad_files_cost_their_exercise_alone(grade: Grade, workspace: Path, bad: Bad) -> None:
    path = workspace / "ch01_basics/scale.py"
    shutil.copy(TINY / "exercises/ch01_basics/scale/scale.py", path)
    bad.make(path)
    outcome = grade("ch1")
    assert outcome.code == 1, outcome
    told = " ".join(outcome.out.split())
    assert all(words.lower() in told.lower() for words in bad.says), outcome.out
    assert "Traceback (most recent call last)" not in outcome.out + outcome.err
    assert outcome.err == ""
    progress = progress_of(workspace)
    assert progress["ch01_basics/column_means"]["passed"] is True
    assert progress["ch01_basics/scale"]["best_points"] == 0


def test_a_file_that_is_read_only_is_graded_like_any_other(grade: Grade, workspace: Path) -> None:
    (workspace / "ch01_basics/scale.py").chmod(0o444)
    assert grade("1.1").code == 0


def test_a_file_or_a_folder_from_elsewhere(grade: Grade, workspace: Path, tmp_path: Path, quick_course: Path) -> None:
    elsewhere = tmp_path / "inbox" / "her answer.py"
    elsewhere.parent.mkdir()
    elsewhere.write_text(SCALE)
    assert grade("1.1", "--submission", str(elsewhere)).code == 0
    (elsewhere.parent / "scale.py").write_text(SCALE)
    assert grade("1.1", "--submission", str(elsewhere.parent)).code == 0
    assert not (workspace / ".torchgrade/progress.json").exists()
    outcome = grade("ch1", "--submission", str(elsewhere))
    assert outcome.code == 1
    assert "could answer any of 2 exercises" in outcome.err
    outcome = grade("ch1", "--submission", str(tmp_path / "nothing"))
    assert outcome.code == 1
    assert "There is nothing at" in outcome.err


def test_two_exercises_in_one_file(grade: Grade, workspace: Path) -> None:
    (workspace / "ch01_basics/scale.py").write_text(SCALE + COLUMN_MEANS)
    (workspace / "ch01_basics/column_means.py").unlink()
    outcome = grade("ch1")
    assert outcome.code == 1
    assert "`column_means.py` was not handed in" in " ".join(outcome.out.split())
    assert progress_of(workspace)["ch01_basics/scale"]["passed"] is True


def test_only_and_the_chapter_one_stands_in(grade: Grade, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = grade("ch1", "--only", "column_means", "--quiet")
    assert (outcome.code, outcome.out) == (0, "✓ 1.2       3/3  Column means without mean: all passed\n")
    assert grade("run").code == 2
    monkeypatch.chdir(workspace / "ch01_basics")
    outcome = grade("run", "--quiet")
    assert (outcome.code, len(outcome.out.splitlines())) == (0, 2)


def test_an_exercise_gets_the_students_own_earlier_one_once_that_passed(grade: Grade, workspace: Path) -> None:
    answer = (TINY / "solutions/ch02_reuse/standardise/standardise.py").read_text()
    (workspace / "ch02_reuse/standardise.py").write_text(answer)
    assert "builds on the reference ch01_basics/column_means" in grade("2.1").out
    grade("1.2")
    assert "builds on your ch01_basics/column_means" in grade("2.1").out
    (workspace / "ch01_basics/column_means.py").write_text(COLUMN_MEANS + "# changed since\n")
    assert "builds on the reference" in grade("2.1").out


def test_reports_are_written_where_asked(grade: Grade, workspace: Path) -> None:
    outcome = grade("1.1", "--json", "r.json", "--html", "r.html", "--seed", "5")
    assert outcome.code == 0
    report = json.loads((workspace / "r.json").read_text())
    assert report["exercises"][0]["id"] == "ch01_basics/scale"
    assert report["chapters"]["ch01_basics"] == "First steps"
    assert len(report["course_version"]) == 64
    assert "Scale a tensor" in (workspace / "r.html").read_text()


def test_json_on_standard_output_is_json_alone(grade: Grade, workspace: Path) -> None:
    outcome = grade("1.1", "--json", "-")
    assert json.loads(outcome.out)["exercises"][0]["points"] == 4
    assert "4 of 4 points" in outcome.err


def test_hints_taken_are_in_the_report(grade: Grade, workspace: Path) -> None:
    grade("hint", "1.1")
    grade("1.1", "--json", "r.json")
    assert json.loads((workspace / "r.json").read_text())["exercises"][0]["hints_taken"] == 1


def test_the_seed_is_the_instructors(grade: Grade, workspace: Path) -> None:
    grade("1.1", "--json", "r.json", "--seed", "987654321")
    assert "987654321" not in (workspace / "r.json").read_text()
    grade("1.1", "--json", "r.json", "--seed", "987654321", "--instructor")
    assert json.loads((workspace / "r.json").read_text())["seed"] == 987654321


def test_a_full_disk_shows_the_result_and_leaves_with_three(grade: Grade, workspace: Path) -> None:
    outcome = grade("1.1", "--json", "/dev/full")
    assert outcome.code == 3
    assert "4 of 4 points" in outcome.out
    assert "/dev/full could not be written: no space left on device" in outcome.err
    assert progress_of(workspace)["ch01_basics/scale"]["passed"] is True


def test_a_full_disk_keeps_the_old_progress(grade: Grade, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    grade("1.1")
    before = (workspace / ".torchgrade/progress.json").read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    outcome = grade("1.2")
    assert outcome.code == 3
    assert "3 of 3 points" in outcome.out
    assert "progress.json could not be written: no space left on device" in outcome.err
    assert (workspace / ".torchgrade/progress.json").read_bytes() == before


def test_a_broken_exercise_is_told_beside_the_grades_of_the_others(
    grade: Grade, workspace: Path, broken_course: Path
) -> None:
    outcome = grade("ch1", "--course", str(broken_course))
    assert outcome.code == 3
    assert "3 of 3 points" in outcome.out
    assert "no key titel. Did you mean title" in outcome.err
    assert grade("1.1", "--course", str(broken_course)).code == 3


def edited_course(quick_course: Path, folder: Path, old: str, new: str) -> str:
    root = Path(shutil.copytree(quick_course, folder / "edited"))
    path = root / "exercises/ch01_basics/scale/checks.py"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    return str(root)


def test_a_check_that_raises_is_not_counted(grade: Grade, workspace: Path, quick_course: Path, tmp_path: Path) -> None:
    course = edited_course(quick_course, tmp_path, "    expected = x * 3.0\n", "    expected = x * 3.0\n    1 / 0\n")
    outcome = grade("1.1", "--course", course)
    assert outcome.code == 3
    assert "not counted" in outcome.out
    assert "ZeroDivisionError" not in outcome.out


def test_checks_that_cannot_be_collected(grade: Grade, workspace: Path, quick_course: Path, tmp_path: Path) -> None:
    course = edited_course(quick_course, tmp_path, "import torch\n", "import torch\n1 / 0\n")
    outcome = grade("ch1", "--course", course)
    assert outcome.code == 3
    assert "Traceback" not in outcome.out + outcome.err


def test_a_course_without_checks(grade: Grade, workspace: Path, quick_course: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(quick_course, tmp_path / "release"))
    (root / "exercises/ch01_basics/scale/checks.py").unlink()
    outcome = grade("1.1", "--course", str(root))
    assert outcome.code == 3
    assert "check" in outcome.err + outcome.out
