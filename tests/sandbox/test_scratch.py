"""Temporary folders: gone when removed, kept while their maker lives, swept when it was killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from grader.sandbox.scratch import Scratch, sweep

MAKER = """
import sys, time
from grader.sandbox.scratch import Scratch
print(Scratch(sys.argv[1]).path, flush=True)
time.sleep(60)
"""


def old(path: Path) -> None:
    os.utime(path, (time.time() - 3600,) * 2)


def test_a_folder_goes_with_all_that_is_in_it(tmp_path: Path) -> None:
    scratch = Scratch(str(tmp_path))
    (scratch.path / "deep").mkdir()
    (scratch.path / "deep" / "file").write_text("x")
    assert scratch.path.stat().st_mode & 0o777 == 0o700
    scratch.remove()
    scratch.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_fork_does_not_remove_what_its_maker_still_uses(tmp_path: Path) -> None:
    scratch = Scratch(str(tmp_path))
    if (child := os.fork()) == 0:
        scratch.remove()
        os._exit(0)
    os.waitpid(child, 0)
    assert scratch.path.is_dir()
    scratch.remove()


def test_a_killed_maker_s_folder_is_swept_and_a_living_one_s_is_not(tmp_path: Path) -> None:
    makers = [
        subprocess.Popen([sys.executable, "-c", MAKER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    try:
        killed, living = (Path((maker.stdout or sys.stdin).readline().strip()) for maker in makers)
        (killed / "left").write_text("x")
        makers[0].send_signal(signal.SIGKILL)
        makers[0].wait()
        old(killed)
        old(living)
        sweep(str(tmp_path))
        assert list(tmp_path.iterdir()) == [living]
    finally:
        for maker in makers:
            maker.kill()
            maker.communicate()


def test_what_is_young_or_not_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "torchgrade-scratch-young").mkdir()
    (tmp_path / "torchgrade-course-other").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "torchgrade-scratch-link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "torchgrade-scratch-file").write_text("x")
    for name in ("torchgrade-course-other", "elsewhere", "torchgrade-scratch-file"):
        old(tmp_path / name)
    sweep(str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {
        "torchgrade-scratch-young",
        "torchgrade-course-other",
        "elsewhere",
        "torchgrade-scratch-link",
        "torchgrade-scratch-file",
    }
