import os
import stat
from pathlib import Path

import pytest

from grader.course.files import create, write_atomically
from grader.faults import InfrastructureFault


def test_a_new_file_has_the_content_and_usual_permissions(tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.write_bytes(b"")
    write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert (tmp_path / "a").stat().st_mode == beside.stat().st_mode


def test_replacing_keeps_permissions_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_create_never_touches_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "work.py"
    path.write_text("my work")
    (tmp_path / "dangling").symlink_to("nowhere")
    assert create(path, b"stub") is False
    assert create(tmp_path / "dangling", b"stub") is False
    assert path.read_text() == "my work"
    assert not (tmp_path / "nowhere").exists()
    assert create(tmp_path / "new.py", b"stub") is True
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["dangling", "new.py", "work.py"]


def test_create_where_there_are_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert create(tmp_path / "a", b"stub") is True
    assert create(tmp_path / "a", b"other") is False
    assert (tmp_path / "a").read_bytes() == b"stub"


@pytest.mark.parametrize("write", [write_atomically, create])
def test_a_full_disk_is_one_sentence_and_the_old_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: object
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InfrastructureFault, match="could not be written: no space left on device"):
        write(path, b"new")  # type: ignore[operator]
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_a_device_is_written_to_not_replaced() -> None:
    with pytest.raises(InfrastructureFault, match="no space left on device"):
        write_atomically(Path("/dev/full"), b"x" * 100_000)
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_an_interrupt_while_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]
