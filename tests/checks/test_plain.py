"""Checks in plain pytest: the fixtures and marks of the grading session, in one process."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
CHECKS = '''
import pytest
import torch
from grader.checks import assert_close
from doubling import double

@pytest.mark.points(2)
@pytest.mark.visible
@pytest.mark.depends("test_wrong")
@pytest.mark.feedback("hint")
def test_right(rng, seed, device):
    """A check"""
    x = torch.rand(3, generator=rng, device=device)
    assert_close(double(x), 2 * x)
    assert seed == 5

def test_wrong():
    assert_close(double(torch.tensor([1.0, 2.0])), torch.tensor([1.0, 2.0]))

def test_student(student, course_data):
    assert student.double(2) == 4
    assert student.keep.double(torch.ones(1)).remote.item() == 2.0
    assert course_data("numbers")["x"].tolist() == [1, 2]
    assert course_data("names") == "ada"
    with pytest.raises(FileNotFoundError):
        course_data("nothing")

@pytest.mark.needs_gpu
def test_gpu():
    assert torch.cuda.is_available()
'''


@pytest.mark.slow
def test_two_exercises_run_in_one_session(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text("")
    (tmp_path / "data").mkdir()
    np.savez(tmp_path / "data" / "numbers.npz", x=[1, 2])
    (tmp_path / "data" / "names.txt").write_text("ada")
    checks = [tmp_path / "exercises" / "ch01" / name / "checks.py" for name in ("doubling", "other")]
    for file, text in zip(checks, (CHECKS, "def test_other():\n    pass\n"), strict=True):
        file.parent.mkdir(parents=True)
        file.write_text(text)
    (tmp_path / "doubling.py").write_text("def double(x):\n    return x + x\n")
    command = [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "grader.checks.plain", "--check-seed=5"]
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "CUDA_VISIBLE_DEVICES": ""}
    ini = tmp_path / "pytest.ini"
    ini.write_text("[pytest]\n")
    done = subprocess.run(
        [*command, "-c", str(ini), "-p", "no:cacheprovider", "-rs", *map(str, checks)],
        env=environment, capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert "3 passed" in done.stdout, done.stdout + done.stderr
    assert "1 failed" in done.stdout
    assert "not run: no GPU" in done.stdout
    assert "`double` is wrong in 2 of 2 places." in done.stdout
    assert "Every value is 2 times too large." in done.stdout
    assert "def assert_close" not in done.stdout
