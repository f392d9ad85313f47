"""However an editor saves, it is noticed."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.watch.saves import Saves
from tests.support.waiting import until


class Seen:
    """The texts of a file as looks found them, one after another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.texts: list[str] = []
        self.looks = threading.Semaphore(0)

    def look(self) -> None:
        self.looks.release()
        text = self.path.read_text() if self.path.exists() else "nothing"
        if not self.texts or self.texts[-1] != text:
            self.texts.append(text)


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[Seen]:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "answer.py").write_text("old")
    seen = Seen(folder / "answer.py")
    with Saves(lambda: [folder], seen.look):
        assert until(lambda: seen.texts == ["old"])
        yield seen


def in_place(path: Path) -> None:
    path.write_text("new")


def by_renaming(path: Path) -> None:
    beside = path.with_name("4913")
    beside.write_text("new")
    os.replace(beside, path)


def with_a_backup(path: Path) -> None:
    os.replace(path, path.with_name("answer.py~"))
    path.write_text("new")


def in_pieces(path: Path) -> None:
    with path.open("w") as file:
        for letter in "new":
            file.write(letter)
            file.flush()


@pytest.mark.parametrize("save", [in_place, by_renaming, with_a_backup, in_pieces])
def test_every_way_to_save_is_noticed(seen: Seen, save: Callable[[Path], None]) -> None:
    save(seen.path)
    assert until(lambda: seen.texts[-1] == "new")
    in_place(seen.path)
    seen.path.write_text("newer")
    assert until(lambda: seen.texts[-1] == "newer")


@pytest.mark.slow
def test_a_folder_that_is_removed_and_made_anew_is_watched_again(seen: Seen) -> None:
    shutil.rmtree(seen.path.parent)
    assert until(lambda: seen.texts[-1] == "nothing")
    seen.path.parent.mkdir()
    seen.path.write_text("back")
    assert until(lambda: seen.texts[-1] == "back")
    seen.path.write_text("and saved")
    assert until(lambda: seen.texts[-1] == "and saved")


def test_nothing_is_left_of_it_afterwards(tmp_path: Path) -> None:
    with Saves(lambda: [tmp_path], lambda: None):
        pass
    assert not any(thread.name == "watch saves" for thread in threading.enumerate())


@pytest.mark.parametrize("error", [OSError("no more watches"), RuntimeError("inotify is out of order")])
def test_where_nothing_tells_of_changes_the_files_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    tries: list[bool | None] = []

    def watch(*folders: Path, force_polling: bool | None, **rest: object) -> Iterator[set[object]]:
        tries.append(force_polling)
        raise error

    monkeypatch.setattr("watchfiles.watch", watch)
    (tmp_path / "answer.py").write_text("old")
    seen = Seen(tmp_path / "answer.py")
    with Saves(lambda: [tmp_path], seen.look):
        assert until(lambda: seen.texts == ["old"])
        (tmp_path / "answer.py").write_text("new")
        assert until(lambda: seen.texts == ["old", "new"])
    assert tries[:2] == [None, True]
    assert len(tries) < 20, "it waits in between"
