"""Reading one submission: what is accepted, and one clear sentence for everything else."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from grader.course import Exercise, load_course
from grader.faults import StudentFault
from grader.submission import MAX_FILE_BYTES, Notice, Submission, read_submission
from grader.verdict import Cause

COURSE = load_course(Path(__file__).parent / "courses" / "tiny")
SCALE, MEANS = COURSE.exercise("ch01_basics/scale"), COURSE.exercise("ch01_basics/column_means")
ANSWER = b"def scale(x, factor):\n    return x * factor\n"


def write(folder: Path, name: str, content: bytes = ANSWER) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def notice(path: Path, exercise: Exercise = SCALE) -> Notice:
    return read_submission(path, [exercise]).notices[exercise.id]


@pytest.mark.parametrize("place", ["ch01_basics/scale.py", "ch01_basics/scale/scale.py", "scale/scale.py", "scale.py"])
def test_every_layout_is_read(tmp_path: Path, place: str) -> None:
    write(tmp_path, place)
    submission = read_submission(tmp_path, [SCALE, MEANS], "ann")
    assert submission.name == "ann"
    assert submission.files[SCALE.id].content == ANSWER
    assert submission.files[SCALE.id].path == place
    assert submission.notices[MEANS.id].cause is Cause.MISSING
    assert MEANS.id not in submission.files


def test_the_file_of_another_exercise_is_no_slip(tmp_path: Path) -> None:
    for name in ("scale", "scales"):
        (tmp_path / "course" / name).mkdir(parents=True)
    exercise = replace(SCALE, folder=tmp_path / "course" / "scale")
    write(tmp_path / "scales" / "in", "scales.py")
    assert notice(tmp_path / "scales" / "in", exercise).sentence == "`scale.py` was not handed in."
    write(tmp_path / "slip" / "in", "scal.py")
    assert "There is `scal.py`" in notice(tmp_path / "slip" / "in", exercise).sentence


def test_the_workspace_goes_before_loose_files(tmp_path: Path) -> None:
    write(tmp_path, "scale.py", b"x = 1\n")
    write(tmp_path, "ch01_basics/scale.py")
    assert read_submission(tmp_path, [SCALE]).files[SCALE.id].content == ANSWER


def test_a_single_file_of_any_name_answers_the_one_exercise_asked(tmp_path: Path) -> None:
    path = write(tmp_path, "my solution (2).py")
    assert read_submission(path, [SCALE]).files[SCALE.id].content == ANSWER


def test_a_single_file_answers_the_exercise_of_its_name(tmp_path: Path) -> None:
    submission = read_submission(write(tmp_path, "scale.py"), [MEANS, SCALE])
    assert set(submission.files) == {SCALE.id}
    assert submission.notices[MEANS.id].sentence == "`column_means.py` was not handed in."


def test_a_single_file_for_several_exercises_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudentFault, match=r"both\.py could answer any of 2 exercises.*one file an exercise"):
        read_submission(write(tmp_path, "both.py"), [MEANS, SCALE])


def test_nothing_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StudentFault, match="There is nothing at"):
        read_submission(tmp_path / "gone", [SCALE])


def test_a_near_name_is_told(tmp_path: Path) -> None:
    write(tmp_path, "ch01_basics/sclae.py")
    assert "There is `sclae.py`" in notice(tmp_path).sentence


@pytest.mark.parametrize(
    ("content", "says", "cause"),
    [
        (b"", "is empty", Cause.NOT_IMPLEMENTED),
        (b"\xef\xbb\xbf \n\t\n", "is empty", Cause.NOT_IMPLEMENTED),
        (ANSWER + b"\0", "NUL byte in line 3", Cause.IMPORT_ERROR),
        ("x = 1".encode("utf-16"), "UTF-16", Cause.IMPORT_ERROR),
        (b"# fine\n# caf\xe9\n", "byte 0xe9 in line 2", Cause.IMPORT_ERROR),
        (b"# -*- coding: latin-1 -*-\nx = 1\n", "declares an encoding", Cause.IMPORT_ERROR),
        (b"# coding: utf7\nx = 1\n", "declares an encoding", Cause.IMPORT_ERROR),
        (b"# coding: nonsense\nx = 1\n", "declares an encoding", Cause.IMPORT_ERROR),
        (b"#" * (10 << 20), "too large: 10.0 MiB", Cause.IMPORT_ERROR),
        (SCALE.stub.read_bytes().replace(b"\n", b"  \r\n"), "still the stub", Cause.NOT_IMPLEMENTED),
    ],
)
def test_what_can_not_be_graded_is_one_sentence(tmp_path: Path, content: bytes, says: str, cause: Cause) -> None:
    write(tmp_path, "scale.py", content)
    found = notice(tmp_path)
    assert says in found.sentence
    assert found.sentence.startswith("`scale.py`")
    assert found.cause is cause


def test_a_bom_of_utf_8_is_no_fault(tmp_path: Path) -> None:
    write(tmp_path, "scale.py", b"\xef\xbb\xbf" + ANSWER)
    assert SCALE.id in read_submission(tmp_path, [SCALE]).files


def test_a_file_at_the_size_limit_is_read(tmp_path: Path) -> None:
    write(tmp_path, "scale.py", b"#" * MAX_FILE_BYTES)
    assert SCALE.id in read_submission(tmp_path, [SCALE]).files


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "scale.py").mkdir()
    assert notice(tmp_path).sentence == "`scale.py` is a folder. Hand in a Python file of that name."


def test_a_pipe_neither_hangs_nor_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "scale.py")
    assert "no ordinary file" in notice(tmp_path).sentence


@pytest.mark.parametrize("linked", ["scale.py", "ch01_basics"])
def test_links_are_not_followed(tmp_path: Path, linked: str) -> None:
    secret = write(tmp_path / "hidden", "scale.py", b"SECRET = 1\n")
    (tmp_path / "handed").mkdir()
    (tmp_path / "handed" / linked).symlink_to(secret if linked == "scale.py" else secret.parent)
    submission = read_submission(tmp_path / "handed", [SCALE])
    assert not submission.files
    assert "is a link" in submission.notices[SCALE.id].sentence


def test_a_dangling_link_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "scale.py").symlink_to(tmp_path / "nowhere")
    assert "is a link" in notice(tmp_path).sentence


def test_a_single_file_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    secret = write(tmp_path / "hidden", "secret.py")
    (tmp_path / "scale.py").symlink_to(secret)
    assert "is a link" in notice(tmp_path / "scale.py").sentence


def test_the_folder_that_is_handed_over_may_itself_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "real", "scale.py")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert SCALE.id in read_submission(tmp_path / "link", [SCALE]).files


def test_hostile_names_are_harmless_in_sentences(tmp_path: Path) -> None:
    path = write(tmp_path, "a\x1b[31m\n" + "x" * 200 + ".py", b"")
    sentence = notice(path).sentence
    assert sentence.isprintable()
    assert len(sentence) < 120


def test_a_fault_of_one_file_loses_no_other(tmp_path: Path) -> None:
    write(tmp_path, "scale.py")
    write(tmp_path, "column_means.py", b"\0")
    submission = read_submission(tmp_path, [SCALE, MEANS])
    assert (set(submission.files), set(submission.notices)) == ({SCALE.id}, {MEANS.id})


def test_an_unreadable_file_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "scale.py")
    if os.geteuid():
        path.chmod(0)
    else:  # root reads everything: let the system call fail instead
        real = os.open

        def refuse(name: str, *arguments: int, dir_fd: int | None = None) -> int:
            if name == "scale.py":
                raise PermissionError(13, "Permission denied")
            return real(name, *arguments, dir_fd=dir_fd)

        monkeypatch.setattr(os, "open", refuse)
        monkeypatch.setattr(os, "supports_dir_fd", {refuse})
    assert notice(tmp_path).sentence == "`scale.py` can't be read: permission denied. Make it readable."


def test_every_exercise_is_accounted_for(tmp_path: Path) -> None:
    write(tmp_path, "scale.py")
    submission: Submission = read_submission(tmp_path, COURSE.exercises)
    assert {*submission.files, *submission.notices} == {exercise.id for exercise in COURSE.exercises}


def test_links_are_not_followed_where_there_are_no_folder_descriptors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "supports_dir_fd", set())
    write(tmp_path / "real", "scale.py")
    (tmp_path / "handed").mkdir()
    (tmp_path / "handed" / "ch01_basics").symlink_to(tmp_path / "real")
    assert "is a link" in notice(tmp_path / "handed").sentence
    assert SCALE.id in read_submission(tmp_path / "real", [SCALE]).files
