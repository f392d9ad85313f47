"""What counts as a change, and what is only an editor in the middle of a save."""

import threading
import time
from pathlib import Path

import pytest

from grader.course import load_course
from grader.faults import StudentFault
from grader.submission import Submission, read_submission
from grader.watch.look import Look
from tests.notebook.notebooks import notebook

COURSE = load_course(Path(__file__).parents[1] / "courses" / "tiny")
SCALE = "ch01_basics/scale"
MEANS = "ch01_basics/column_means"


class Watched:
    """A folder of answers, a look at it, and what it told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: list[tuple[Submission | None, list[str]]] = []
        self.look = Look(self.read, lambda submission, ids: self.told.append((submission, ids)))
        self.write("scale", "a = 1")
        self.write("column_means", "b = 1")
        self.look.first()

    def read(self) -> Submission | None:
        try:
            return read_submission(self.folder, [COURSE.exercise(SCALE), COURSE.exercise(MEANS)])
        except StudentFault:
            return None

    def write(self, name: str, text: str) -> None:
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{name}.py").write_text(text)

    @property
    def ids(self) -> list[list[str]]:
        return [ids for _, ids in self.told]


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "work")


def test_a_save_tells_its_exercise_once(watched: Watched) -> None:
    watched.write("scale", "a = 2")
    watched.look()
    watched.look()
    assert watched.ids == [[SCALE]]
    submission = watched.told[0][0]
    assert submission is not None
    assert submission.files[SCALE].content == b"a = 2"


def test_saving_the_same_text_again_is_no_change(watched: Watched) -> None:
    watched.write("scale", "a = 1")
    (watched.folder / "scale.py~").write_text("a = 0")
    (watched.folder / ".scale.py.swp").write_bytes(b"\0\1")
    watched.look()
    assert watched.told == []


def test_a_file_that_is_removed_and_written_anew_was_only_saved(watched: Watched) -> None:
    (watched.folder / "scale.py").unlink()
    writer = threading.Timer(0.03, watched.write, ("scale", "a = 2"))
    writer.start()
    watched.look()
    writer.join()
    assert watched.ids == [[SCALE]]
    submission = watched.told[0][0]
    assert submission is not None
    assert SCALE in submission.files


def test_a_file_that_is_truncated_and_written_is_never_seen_empty(watched: Watched) -> None:
    watched.write("scale", "")
    writer = threading.Timer(0.03, watched.write, ("scale", "a = 2"))
    writer.start()
    watched.look()
    writer.join()
    assert [submission and submission.notices for submission, _ in watched.told] == [{}]


def test_a_file_that_stays_away_is_told_with_its_sentence(watched: Watched) -> None:
    (watched.folder / "scale.py").unlink()
    watched.look()
    assert watched.ids == [[SCALE]]
    submission = watched.told[0][0]
    assert submission is not None
    assert "was not handed in" in submission.notices[SCALE].sentence
    began = time.monotonic()
    watched.look()
    assert time.monotonic() - began < 0.1, "what is known to be away is not waited for again"


def test_a_workspace_that_goes_and_comes_back(watched: Watched) -> None:
    watched.folder.rename(watched.folder.with_name("away"))
    watched.look()
    watched.look()
    assert watched.told == [(None, [])]
    watched.folder.with_name("away").rename(watched.folder)
    watched.look()
    assert watched.ids[1] == [SCALE, MEANS]


def test_a_notebook_of_which_half_is_written_is_waited_for(tmp_path: Path) -> None:
    whole = notebook("# grade: scale\na = 2")
    notebooks = Watched(tmp_path / "work")
    (notebooks.folder / "scale.py").unlink()
    (notebooks.folder / "column_means.py").unlink()
    path = notebooks.folder / "ch1.ipynb"
    path.write_bytes(notebook("# grade: scale\na = 1"))
    notebooks.look.first()
    path.write_bytes(b"")
    writers = [threading.Timer(0.2, path.write_bytes, (whole[:40],)), threading.Timer(0.6, path.write_bytes, (whole,))]
    for writer in writers:
        writer.start()
    notebooks.look()
    for writer in writers:
        writer.join()
    assert notebooks.ids == [[SCALE]]
    submission = notebooks.told[0][0]
    assert submission is not None
    assert b"a = 2" in submission.files[SCALE].content


def test_a_notebook_that_stays_broken_is_told(tmp_path: Path) -> None:
    notebooks = Watched(tmp_path / "work")
    (notebooks.folder / "scale.py").unlink()
    path = notebooks.folder / "scale.ipynb"
    path.write_bytes(notebook("a = 1"))
    notebooks.look.first()
    path.write_bytes(b"{")
    notebooks.look()
    submission = notebooks.told[0][0]
    assert submission is not None
    assert "no valid JSON" in submission.notices[SCALE].sentence
