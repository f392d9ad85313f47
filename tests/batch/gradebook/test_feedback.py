"""The feedback zip: a page a student, in the folders that Moodle takes back."""

import zipfile
from pathlib import Path

import pytest

from grader.batch.gradebook import make_gradebook
from grader.batch.gradebook.feedback import whole_file, write_feedback
from grader.batch.journal import Journal
from grader.batch.policy import Policy
from grader.batch.reports import student_report, summary_line
from grader.faults import UsageFault
from tests.batch.gradebook.marked import hand_in
from tests.batch.stand_in import MEANS, SCALE


def write(journal: Journal, path: Path) -> dict[str, str]:
    count = write_feedback(journal, make_gradebook(journal, Policy()), path)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len(names) == len(set(names)) == count
        return {name: archive.read(name).decode() for name in names}


def test_moodles_own_folder_names_come_back(journal: Journal, tmp_path: Path) -> None:
    hand_in(journal, "Ada Lovelace", {SCALE: 1.0, MEANS: 0.5}, identifier="400123")
    pages = write(journal, tmp_path / "feedback.zip")
    assert list(pages) == ["Ada Lovelace_400123_assignsubmission_file_/feedback.html"]
    assert "Ada Lovelace" in pages["Ada Lovelace_400123_assignsubmission_file_/feedback.html"]


@pytest.mark.parametrize("name", ["../../etc/x", "a/b", "C:\\x", "..", "x\n\u202ey", "<script>alert(1)</script>", "."])
def test_no_name_leads_out_of_the_zip_or_into_the_page(journal: Journal, tmp_path: Path, name: str) -> None:
    hand_in(journal, name, {SCALE: 1.0, MEANS: 0.5})
    ((path, page),) = write(journal, tmp_path / "feedback.zip").items()
    folder, file = path.split("/")
    assert file == "feedback.html"
    assert folder not in ("", ".", "..")
    assert not set(folder) & set('\\/:*?"<>|\n\u202e')
    assert "<script" not in page


def test_two_students_of_one_name_get_a_page_each(journal: Journal, tmp_path: Path) -> None:
    hand_in(journal, "Li Wei", {SCALE: 1.0}, email="a@x.org")
    hand_in(journal, "Li Wei", {SCALE: 0.5}, email="b@x.org")
    assert set(write(journal, tmp_path / "feedback.zip")) == {"Li Wei/feedback.html", "Li Wei (2)/feedback.html"}


def test_the_same_run_gives_the_same_names_and_students_see_no_instructors_part(
    journal: Journal, tmp_path: Path
) -> None:
    hand_in(journal, "Ada", {SCALE: 0.5, MEANS: 0.5})
    book = make_gradebook(journal, Policy())
    report = student_report(journal, book.lines[0])
    assert report is not None
    assert report.seed is None
    assert [result.id for result in report.exercises] == [SCALE, MEANS]


def test_who_has_nothing_graded_has_no_page_and_a_comment_says_so(journal: Journal, tmp_path: Path) -> None:
    hand_in(journal, "Ada", {SCALE: None})
    assert write(journal, tmp_path / "feedback.zip") == {}
    line = make_gradebook(journal, Policy()).lines[0]
    assert summary_line(line).startswith("Not everything is graded yet.")


def test_a_file_is_there_wholly_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"before")
    with pytest.raises(TypeError), whole_file(path) as file:
        file.writelines([b"half", None])  # type: ignore[list-item]
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(UsageFault, match="can't be written"), whole_file(tmp_path / "none" / "x.zip"):
        pass
