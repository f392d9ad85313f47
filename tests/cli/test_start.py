from pathlib import Path

import pytest

from tests.cli.conftest import TINY, Grade


def test_start_says_what_it_did_and_what_comes_next(grade: Grade, here: Path) -> None:
    outcome = grade("start", "ch1", "--course", str(TINY))
    assert outcome.code == 0
    assert "ch01_basics/: 8 files put down." in outcome.out
    assert "Read ch01_basics/scale.md, write in ch01_basics/scale.py, then: grade ch1" in outcome.out
    assert (here / "ch01_basics/scale.py").is_file()


def test_again_adds_what_is_missing_and_keeps_work(grade: Grade, here: Path, tiny_workspace: Path) -> None:
    (here / "ch01_basics/scale.py").write_text("my work")
    (here / "ch01_basics/README.md").unlink()
    outcome = grade("start", "1")
    assert "1 file put down; 7 files already there and left alone." in outcome.out
    assert (here / "ch01_basics/scale.py").read_text() == "my work"
    assert "nothing was changed" in grade("start", "1").out


def test_one_exercise_alone_and_from_inside_a_chapter(
    grade: Grade, tiny_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tiny_workspace / "ch02_reuse/standardise.py").unlink()
    monkeypatch.chdir(tiny_workspace / "ch01_basics")
    outcome = grade("start", "2.1")
    assert "1 file put down" in outcome.out
    assert (tiny_workspace / "ch02_reuse/standardise.py").is_file()
    assert not (tiny_workspace / "ch01_basics/ch02_reuse").exists()


def test_the_workspace_remembers_its_course(grade: Grade, tiny_workspace: Path) -> None:
    assert "A tiny course" in grade("list").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ch9"], "this course has ch1, ch2"),
        (["scael"], "Did you mean scale"),
        ([], "Missing argument"),
        (["ch1", "--course", "nowhere"], "there is no course.toml in nowhere"),
    ],
)
def test_wrong_use_changes_nothing(grade: Grade, here: Path, arguments: list[str], says: str) -> None:
    course = [] if "--course" in arguments else ["--course", str(TINY)]
    outcome = grade("start", *arguments, *course)
    assert outcome.code == 2
    assert says in outcome.err
    assert outcome.err.count("\n") == 1
    assert not list(here.iterdir())


def test_a_file_in_the_way(grade: Grade, here: Path) -> None:
    (here / "ch01_basics").write_text("mine")
    outcome = grade("start", "ch1", "--course", str(TINY))
    assert outcome.code == 2
    assert "ch01_basics is a file" in outcome.err
    assert (here / "ch01_basics").read_text() == "mine"
