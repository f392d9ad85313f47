"""``grade watch`` on a real terminal, in a real sandbox."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.watch import Terminal
from tests.cli.conftest import TINY, Grade, environment
from tests.cli.submissions import COLUMN_MEANS, SCALE

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="needs a pty")]
STARTED_SLOWLY = "import sys; sys.path.insert(0, {slow!r}); sys.argv[1:] = ['watch', 'ch1']; import grader.cli.__main__"
WRONG = SCALE.replace("x * factor", "x + factor")


@pytest.fixture
def workspace(grade: Grade, here: Path) -> Path:
    assert grade("start", "ch1", "ch2", "--course", str(TINY)).code == 0
    return here


@pytest.fixture
def terminal(workspace: Path) -> Iterator[Terminal]:
    made = Terminal([sys.executable, "-m", "grader.cli", "watch", "ch1"], workspace)
    made.until(lambda frame: "Save a file" in frame)
    yield made
    if made.process.poll() is None:
        made.close()


def test_a_student_watches(terminal: Terminal, workspace: Path, grade: Grade) -> None:
    scale, means = workspace / "ch01_basics/scale.py", workspace / "ch01_basics/column_means.py"
    scale.write_text("def scale(x, factor)\n    return x\n")
    terminal.until(lambda frame: "SyntaxError" in frame and "`def scale(x, factor)`" in frame)
    scale.write_text(WRONG)
    terminal.until(lambda frame: "grading …" not in frame and "1.1 ✗" in frame and "SyntaxError" not in frame)
    scale.write_text(SCALE)
    terminal.until(lambda frame: "all passed" in frame and "1.1 ✓" in frame)
    means.write_text(COLUMN_MEANS)
    terminal.until(lambda frame: "1.2 ✓" in frame)
    scale.unlink()
    terminal.until(lambda frame: "`scale.py` was not handed in" in frame)
    shutil.move(workspace / "ch01_basics", workspace / "away")
    terminal.until(lambda frame: "1.2 –" in frame or "1.2 ✗" in frame)
    shutil.move(workspace / "away", workspace / "ch01_basics")
    terminal.until(lambda frame: "1.2 ✓" in frame)
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.process.wait(20) == 0
    assert "2 of 2 passed" in grade("list", "ch1").out


def test_a_save_breaks_off_what_runs(terminal: Terminal, workspace: Path) -> None:
    scale = workspace / "ch01_basics/scale.py"
    scale.write_text("import time\ntime.sleep(60)\n")
    terminal.until(lambda frame: "grading …" in frame)
    time.sleep(0.5)
    began = time.perf_counter()
    scale.write_text(SCALE)
    assert terminal.until(lambda frame: "all passed" in frame) - began < 20, "its limit is thirty seconds"


def test_without_a_terminal_it_prints_lines_and_ctrl_c_is_no_error(workspace: Path) -> None:
    (workspace / "ch01_basics/scale.py").write_text(WRONG)
    process = subprocess.Popen(
        [sys.executable, "-m", "grader.cli", "watch", "scale"], cwd=workspace, env=environment(), text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("✗ 1.1"):
            break
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert "1.1 scale: grading\n" in lines
    assert any(line.startswith("  ✗ ") for line in lines)
    assert "\x1b" not in "".join(lines) + out


def test_ctrl_c_amid_a_long_import_gives_the_terminal_back(workspace: Path) -> None:
    """On a cold or busy machine torch takes longer to import than Ctrl-C is let wait."""
    slow = workspace / "slow"
    slow.mkdir()
    (slow / "torch.py").write_text("import time\ntime.sleep(60)\n")
    made = Terminal([sys.executable, "-c", STARTED_SLOWLY.format(slow=str(slow))], workspace)
    made.until(lambda frame: "Getting ready" in frame)
    time.sleep(0.5)
    os.killpg(made.process.pid, signal.SIGINT)
    assert made.process.wait(20) == 0
    assert made.rest().endswith("\x1b[?25h\x1b[?1049l")
