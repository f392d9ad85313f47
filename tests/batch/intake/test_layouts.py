"""Every layout that a class comes in: who handed in what, as a folder, a zip and a tar."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.batch.intake import HandedIn, take_in
from grader.faults import UsageFault
from tests.batch.intake.trees import EXERCISES, MEANS, SCALE, folder, tarred, zipped

GRADESCOPE = b"""\
submission_11:
  :submitters:
  - :name: Ada Lovelace
    :sid: '1001'
    :email: ada@example.org
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-05-10 20:15:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/Los_Angeles
    time: 2026-05-10 13:15:00.000000000 Z
  :score: 7.0
submission_12:
  :submitters:
  - :name: Charles Babbage
    :sid: ''
    :email: charles@example.org
  - :name: Mary Somerville
    :sid: '1003'
    :email: mary@example.org
  :created_at: 2026-05-11 08:00:00 UTC
"""


@dataclass(frozen=True, slots=True)
class Case:
    """Files as packed, the layout's name, and the file names with their content by (student, attempt)."""

    name: str
    files: Mapping[str, bytes]
    layout: str
    found: Mapping[tuple[str, int], Mapping[str, bytes]]
    pattern: str | None = None


CASES = [
    Case(
        "moodle folders",
        {
            "Ada Lovelace_400123_assignsubmission_file_/scale.py": SCALE,
            "Ada Lovelace_400123_assignsubmission_file_/column_means.py": MEANS,
            "José Nuñez_400124_assignsubmission_file_/homework/scale.py": SCALE,
            "Li Wei_400125_assignsubmission_onlinetext_/onlinetext.html": b"<p>sorry</p>",
        },
        "Moodle",
        {
            ("Ada Lovelace", 1): {"scale.py": SCALE, "column_means.py": MEANS},
            ("José Nuñez", 1): {"homework/scale.py": SCALE},
            ("Li Wei", 1): {"onlinetext.html": b""},
        },
    ),
    Case(
        "moodle files, as older sites name them",
        {
            "Ada Lovelace_400123_assignsubmission_file_scale.py": SCALE,
            "Ada Lovelace_400123_assignsubmission_file_column_means.py": MEANS,
        },
        "Moodle",
        {("Ada Lovelace", 1): {"scale.py": SCALE, "column_means.py": MEANS}},
    ),
    Case(
        "canvas",
        {
            "lovelaceada_10001_900001_scale.py": SCALE,
            "lovelaceada_10001_900001_column_means.py": MEANS,
            "babbagecharles_LATE_10002_900002_scale-2.py": SCALE,
            "müllerjörg_10003_900003_scale.py": MEANS,
            "müllerjörg_10003_900004_scale-1.py": SCALE,
        },
        "Canvas",
        {
            ("lovelaceada", 1): {"scale.py": SCALE, "column_means.py": MEANS},
            ("babbagecharles", 1): {"scale.py": SCALE},
            ("müllerjörg", 1): {"scale.py": SCALE},
        },
    ),
    Case(
        "gradescope",
        {
            "submission_metadata.yml": GRADESCOPE,
            "submission_11/scale.py": SCALE,
            "submission_12/column_means.py": MEANS,
        },
        "Gradescope",
        {
            ("Ada Lovelace", 1): {"scale.py": SCALE},
            ("Charles Babbage", 1): {"column_means.py": MEANS},
            ("Mary Somerville", 1): {"column_means.py": MEANS},
        },
    ),
    Case(
        "a folder a student, in one folder",
        {
            "homework 3/ada/scale.py": SCALE,
            "homework 3/charles/ch01_basics/scale.py": SCALE,
            "homework 3/charles/.git/HEAD": b"ref: refs/heads/main\n",
            "homework 3/charles/__pycache__/scale.cpython-311.pyc": b"\0",
            "homework 3/mary (late)/scale.py": SCALE,
        },
        "a folder a student",
        {
            ("ada", 1): {"scale.py": SCALE},
            ("charles", 1): {"ch01_basics/scale.py": SCALE},
            ("mary", 1): {"scale.py": SCALE},
        },
    ),
    Case(
        "attempts, and an archive a student",
        {
            "ada/attempt1/scale.py": b"pass\n",
            "ada/attempt_02/scale.py": SCALE,
            "charles.zip": zipped({"scale.py": SCALE}),
            "mary.tar.gz": tarred({"./scale.py": SCALE}),
        },
        "a folder a student",
        {
            ("ada", 1): {"scale.py": b"pass\n"},
            ("ada", 2): {"scale.py": SCALE},
            ("charles", 1): {"scale.py": SCALE},
            ("mary", 1): {"scale.py": SCALE},
        },
    ),
    Case(
        "the same student in time and late",
        {"ada/scale.py": SCALE, "ada_late/scale.py": MEANS, "ada.zip": zipped({"scale.py": SCALE + b"#\n"})},
        "a folder a student",
        {
            ("ada", 1): {"scale.py": SCALE},
            ("ada", 2): {"scale.py": SCALE + b"#\n"},
            ("ada", 3): {"scale.py": MEANS},
        },
    ),
    Case(
        "files by name",
        {"ada_scale.py": SCALE, "ada_column_means.py": MEANS, "scale-Mary Ann.py": SCALE, "notes.txt": b"hello"},
        "files by name",
        {("ada", 1): {"scale.py": SCALE, "column_means.py": MEANS}, ("Mary Ann", 1): {"scale.py": SCALE}},
    ),
    Case(
        "files by a pattern",
        {"scale__ada__1.py": MEANS, "scale__ada__2.py": SCALE},
        "files named {exercise}__{student}__{attempt}.py",
        {("ada", 1): {"scale.py": MEANS}, ("ada", 2): {"scale.py": SCALE}},
        "{exercise}__{student}__{attempt}.py",
    ),
]


def _as_zip(root: Path, files: Mapping[str, bytes]) -> Path:
    root.mkdir()
    path = root / "class.zip"
    path.write_bytes(zipped(files))
    return path


def _as_tar(root: Path, files: Mapping[str, bytes]) -> Path:
    root.mkdir()
    path = root / "class.tar.gz"
    path.write_bytes(tarred(files))
    return path


@pytest.mark.parametrize("pack", [folder, _as_zip, _as_tar])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_layout_gives_each_student_their_files(
    tmp_path: Path, case: Case, pack: Callable[[Path, Mapping[str, bytes]], Path]
) -> None:
    intake = take_in(pack(tmp_path / "class", case.files), EXERCISES, case.pattern)
    found = {(each.student, each.attempt): _plain(each) for each in intake.handed_in}
    assert intake.layout == case.layout
    assert found == case.found
    assert intake.problems == []


def _plain(each: HandedIn) -> dict[str, bytes]:
    return {"/".join(path): content for path, content in each.files.items()}


def _by_student(path: Path, pattern: str | None = None) -> dict[str, HandedIn]:
    return {each.student: each for each in take_in(path, EXERCISES, pattern).handed_in}


def test_what_platforms_say_beside_the_files_is_kept(tmp_path: Path) -> None:
    canvas = _by_student(folder(tmp_path / "canvas", CASES[2].files))
    assert (canvas["babbagecharles"].late, canvas["lovelaceada"].late) == (True, False)
    assert canvas["babbagecharles"].identifier == "10002"
    gradescope = _by_student(folder(tmp_path / "gradescope", CASES[3].files))
    ada = gradescope["Ada Lovelace"]
    assert (ada.identifier, ada.email) == ("1001", "ada@example.org")
    assert ada.received == datetime(2026, 5, 10, 20, 15, tzinfo=UTC)
    assert gradescope["Mary Somerville"].received == datetime(2026, 5, 11, 8, 0, tzinfo=UTC)
    moodle = _by_student(folder(tmp_path / "moodle", CASES[0].files))
    assert (moodle["Ada Lovelace"].identifier, moodle["Ada Lovelace"].late) == ("400123", None)
    assert _by_student(folder(tmp_path / "folders", CASES[4].files))["mary"].late is True


@pytest.mark.parametrize("name", ["Late Johnson", "Chris Late", "Kate", "late"])
def test_a_name_is_no_mark_of_lateness(tmp_path: Path, name: str) -> None:
    found = _by_student(folder(tmp_path, {f"{name}/scale.py": SCALE, "zoe/scale.py": SCALE}))
    assert found[name].late is None


def test_two_students_of_one_name_stay_two(tmp_path: Path) -> None:
    metadata = GRADESCOPE.replace(b"Charles Babbage", b"Li Wei").replace(b"Mary Somerville", b"Li Wei")
    files = {**CASES[3].files, "submission_metadata.yml": metadata.replace(b"'1003'", b"''")}
    found = list(take_in(folder(tmp_path, files), EXERCISES).handed_in)
    assert {(each.student, each.email, each.attempt) for each in found if each.student == "Li Wei"} == {
        ("Li Wei", "charles@example.org", 1),
        ("Li Wei", "mary@example.org", 1),
    }


def test_a_student_cannot_hand_in_for_others_by_a_platforms_files(tmp_path: Path) -> None:
    files = {
        "mallory/submission_metadata.yml": GRADESCOPE.replace(b"submission_11", b"mallory"),
        "mallory/scale.py": SCALE,
        "mallory/Ada Lovelace_400123_assignsubmission_file_/scale.py": MEANS,
        "mallory/lovelaceada_1_2_scale.py": MEANS,
        "ada/scale.py": SCALE,
    }
    found = _by_student(folder(tmp_path, files))
    assert set(found) == {"mallory", "ada"}
    assert found["ada"].files == {("scale.py",): SCALE}


def test_what_belongs_to_nobody_is_told(tmp_path: Path) -> None:
    files = {**CASES[0].files, "scale.py": SCALE, "readme.txt": b"", "old.zip": zipped({})}
    intake = take_in(folder(tmp_path, files), EXERCISES)
    assert {problem.sentence for problem in intake.problems} == {
        "`scale.py` belongs to no student that can be told from its name.",
        "`old.zip` belongs to no student that can be told from its name.",
    }


def test_gradescope_metadata_that_is_broken_is_told(tmp_path: Path) -> None:
    intake = take_in(folder(tmp_path, {"submission_metadata.yml": b"a: [", "submission_1/scale.py": SCALE}), EXERCISES)
    assert list(intake.handed_in) == []
    assert "can't be read" in intake.problems[0].sentence


def test_gradescope_folders_that_the_metadata_does_not_name_are_told(tmp_path: Path) -> None:
    files = {**CASES[3].files, "submission_99/scale.py": SCALE}
    assert "submission_99" in take_in(folder(tmp_path, files), EXERCISES).problems[0].sentence


@pytest.mark.parametrize(
    ("files", "pattern", "says"),
    [
        ({}, None, "No submissions were found"),
        ({"readme.txt": b""}, None, "No submissions were found"),
        ({"ch01_basics/scale.py": SCALE}, None, "No submissions were found"),  # one student's own workspace
        ({"ada.py": SCALE}, "{exercise}.py", "needs {student}"),
        ({"ada.py": SCALE}, "{student}.py", "needs {exercise}"),
    ],
)
def test_what_is_no_class_is_refused(
    tmp_path: Path, files: Mapping[str, bytes], pattern: str | None, says: str
) -> None:
    with pytest.raises(UsageFault, match=says):
        take_in(folder(tmp_path, files), EXERCISES, pattern)


def test_a_pattern_of_the_student_alone_does_for_one_exercise(tmp_path: Path) -> None:
    intake = take_in(folder(tmp_path, {"ada.py": SCALE}), ["scale"], "{student}.py")
    assert [(each.student, _plain(each)) for each in intake.handed_in] == [("ada", {"scale.py": SCALE})]


def test_a_broken_download_is_refused_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(zipped(CASES[0].files)[:-40])
    with pytest.raises(UsageFault, match=r"`class.zip` is no archive that can be read"):
        take_in(path, EXERCISES)
    with pytest.raises(UsageFault, match="There is nothing at"):
        take_in(tmp_path / "none", EXERCISES)
