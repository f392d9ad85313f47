"""An ordinary user's delegated group: the moves that version 2 asks for, on the files that the kernel shows."""

import os
import sys
from pathlib import Path

import pytest

from grader.sandbox import scope

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="control groups are Linux's")


def a_machine(folder: Path, own: str, theirs: str) -> Path:
    """A /proc in which process 42 runs in the group ``theirs`` and the caller in ``own``."""
    for name, group in (("self", own), ("42", theirs)):
        (folder / "proc" / name).mkdir(parents=True)
        (folder / "proc" / name / "mountinfo").write_text(f"38 25 0:33 / {folder}/cgroup rw - cgroup2 cgroup2 rw\n")
        (folder / "proc" / name / "cgroup").write_text(f"0::{group}\n")
    return folder / "proc"


def test_a_process_in_the_callers_own_group_is_in_no_scope(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="no scope"):
        scope.groups_in_scope(42, a_machine(tmp_path, "/user/session", "/user/session"))


def test_the_sandbox_goes_to_a_leaf_before_controllers_are_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proc = a_machine(tmp_path, "/user/session", "/user/run-1.scope")
    folder = tmp_path / "cgroup" / "user" / "run-1.scope"
    folder.mkdir(parents=True)
    (folder / "cgroup.procs").write_text("42\n43\n")
    moved: list[str] = []
    plain = Path.write_text

    def write_text(self: Path, data: str) -> int:
        if self == folder / "sandbox" / "cgroup.procs":
            moved.append(data)
            left = [each for each in (folder / "cgroup.procs").read_text().split() if each != data]
            plain(folder / "cgroup.procs", "\n".join(left))
            return len(data)
        if self == folder / "cgroup.subtree_control":
            assert moved == ["42", "43"], "the kernel refuses controllers while the group has processes"
        return plain(self, data)

    monkeypatch.setattr(Path, "write_text", write_text)
    groups = scope.groups_in_scope(42, proc)
    assert groups.name == "cgroup v2"
    assert (folder / "cgroup.subtree_control").read_text() == "+memory +pids"
    made = [each for each in folder.iterdir() if each.name.startswith("torchgrade-")]
    assert [(each / "cgroup.subtree_control").read_text() for each in made] == ["+memory +pids"]


def test_a_scope_that_keeps_forking_is_given_up(tmp_path: Path) -> None:
    proc = a_machine(tmp_path, "/a", "/b")
    folder = tmp_path / "cgroup" / "b"
    folder.mkdir(parents=True)
    (folder / "cgroup.procs").write_text("42\n")
    with pytest.raises(LookupError, match="come to rest"):
        scope.groups_in_scope(42, proc)


def test_only_an_ordinary_user_with_a_running_systemd_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "systemd-run"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert scope.scope_command() == []
    (tmp_path / "systemd").mkdir()
    assert scope.scope_command()[:3] == [str(program), "--user", "--scope"]
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert scope.scope_command() == []
