"""``grade`` as real processes: Ctrl-C at any moment, two at once, and machines that lack something."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import TINY, Grade, environment
from tests.cli.submissions import COLUMN_MEANS, SCALE

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]


@pytest.fixture
def workspace(grade: Grade, here: Path) -> Path:
    assert grade("start", "ch1", "--course", str(TINY)).code == 0
    (here / "ch01_basics/scale.py").write_text(SCALE)
    (here / "ch01_basics/column_means.py").write_text(COLUMN_MEANS)
    return here


def begin(workspace: Path, *arguments: str, **more: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "grader.cli", *arguments], cwd=workspace, env=environment(**more), text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def parents() -> dict[int, int]:
    """Every process's parent, by number."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # gone meanwhile
                continue
    return found


def descendants(root: int) -> set[int]:
    family, tree = {root}, parents()
    while more := {child for child, parent in tree.items() if parent in family} - family:
        family |= more
    return family - {root}


def wait_until_gone(processes: set[int]) -> set[int]:
    deadline = time.monotonic() + 10
    while (left := processes & set(parents())) and time.monotonic() < deadline:
        time.sleep(0.1)
    return left


def test_a_student_s_whole_way(real_grade: Grade, here: Path) -> None:
    assert real_grade("start", "ch1", "--course", str(TINY)).code == 0
    assert real_grade("ch1").code == 1
    (here / "ch01_basics/scale.py").write_text(SCALE)
    (here / "ch01_basics/column_means.py").write_text(COLUMN_MEANS)
    outcome = real_grade("ch1")
    assert (outcome.code, outcome.err) == (0, "")
    assert "2 of 2 passed" in real_grade("list", "ch1").out


def sandboxed(process: "subprocess.Popen[str]") -> set[int]:
    """Wait until the run has started its sandbox; every process that it has by then."""
    deadline = time.monotonic() + 60
    while not (family := descendants(process.pid)):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return family


@pytest.fixture
def never_done(workspace: Path) -> Path:
    """A workspace whose grading takes as long as the limits let it."""
    (workspace / "ch01_basics/scale.py").write_text("import time\ntime.sleep(60)\n")
    return workspace


def in_our_hands(process: "subprocess.Popen[str]") -> None:
    """Wait until ``grade`` handles signals: before that, Python is still starting."""
    mask = 1 << (signal.SIGTERM - 1)
    while process.poll() is None:
        status = Path(f"/proc/{process.pid}/status").read_text()
        if int(status.partition("SigCgt:")[2].split()[0], 16) & mask:
            return
        time.sleep(0.002)


@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.1, 0.5, 1.5])
def test_ctrl_c_while_things_are_imported(never_done: Path, seconds: float) -> None:
    process = begin(never_done, "ch1", "--json", "report.json")
    in_our_hands(process)
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGINT)
    assert_interrupted(process, never_done, descendants(process.pid))


@pytest.mark.parametrize("seconds", [0.0, 4.0])
def test_ctrl_c_while_the_sandbox_runs(never_done: Path, seconds: float) -> None:
    process = begin(never_done, "ch1", "--json", "report.json")
    sandboxed(process)
    time.sleep(seconds)
    family = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the whole group gets it
    assert_interrupted(process, never_done, family)


def assert_interrupted(process: "subprocess.Popen[str]", workspace: Path, family: set[int]) -> None:
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "Interrupted.\n")
    assert not wait_until_gone(family)
    left = {path.name for path in workspace.rglob("*") if path.is_file()}
    assert not {name for name in left if name.endswith(".part") or name in ("report.json", "progress.json")}


def test_a_killed_run_leaves_no_processes(never_done: Path) -> None:
    process = begin(never_done, "ch1")
    family = sandboxed(process)
    time.sleep(1)
    family |= descendants(process.pid)
    process.kill()
    process.communicate(timeout=60)
    assert not wait_until_gone(family)


def test_two_runs_at_once_in_one_workspace(workspace: Path) -> None:
    runs = [begin(workspace, name, "--quiet") for name in ("1.1", "1.2")]
    assert [run.communicate(timeout=120)[1] for run in runs] == ["", ""]
    assert [run.returncode for run in runs] == [0, 0]
    progress = json.loads((workspace / ".torchgrade/progress.json").read_text())["exercises"]
    assert {id: record["attempts"] for id, record in progress.items()} == {
        "ch01_basics/scale": 1,
        "ch01_basics/column_means": 1,
    }


def test_one_s_own_machine_without_isolation(real_grade: Grade, workspace: Path, tmp_path: Path) -> None:
    # Each worker imports torch beside the check that runs: on a busy machine that takes its time.
    patient = Path(shutil.copytree(TINY, tmp_path / "patient"))
    settings = patient / "exercises/ch01_basics/column_means/exercise.toml"
    settings.write_text(settings.read_text().replace("wall_seconds = 10", "wall_seconds = 120"))
    outcome = real_grade("1.2", "--sandbox", "process", "--course", str(patient), timeout=250)
    assert outcome.code == 0
    assert "not isolated" in outcome.out


def test_docker_is_refused_with_the_way_out(real_grade: Grade, workspace: Path) -> None:
    outcome = real_grade("ch1", "--sandbox", "docker", DOCKER_HOST="unix:///nonexistent/docker.sock")
    assert outcome.code == 3
    assert outcome.err.count("\n") == 1


def test_a_gpu_that_is_not_there(real_grade: Grade, workspace: Path) -> None:
    outcome = real_grade("1.2", "--device", "cuda", CUDA_VISIBLE_DEVICES="")
    assert outcome.code == 3
    assert outcome.err == "grade: This machine has no GPU that torch can use: leave out --device cuda.\n"


def test_the_doctor_tries_the_barriers(real_grade: Grade) -> None:
    outcome = real_grade("doctor", "--no-color")
    assert outcome.code == 0
    assert "isolation" in outcome.out
    assert "✓ holds" in outcome.out
    outcome = real_grade("doctor", "--sandbox", "process", "--no-color")
    assert outcome.code == 3
    assert "not isolated" in outcome.out
