from pathlib import Path

import pytest

from grader.course.settings import CourseSettings, ExerciseSettings, read_settings
from grader.faults import AuthorFault


def read(folder: Path, text: str | bytes) -> ExerciseSettings:
    path = folder / "exercise.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_settings(path, ExerciseSettings)


def refusal(folder: Path, text: str | bytes) -> str:
    with pytest.raises(AuthorFault) as caught:
        read(folder, text)
    sentence = str(caught.value)
    assert "exercise.toml" in sentence
    assert "\n" not in sentence
    assert "pydantic" not in sentence
    return sentence


def test_everything_that_an_exercise_can_say(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        """
        title = "T"
        title_zh = "题"
        points = 8
        uses = ["ch01/a"]
        data = ["digits"]
        [limits]
        cpu_seconds = 2.5
        wall_seconds = 9
        memory = "1 GiB"
        processes = 4
        output = "1 MiB"
        disk = 1048576
        threads = 2
        network = true
        [forbid]
        calls = ["torch.cdist"]
        operators = ["aten::mm"]
        imports = ["scipy"]
        why = "w"
        why_zh = "为"
        [[hints]]
        en = "h"
        zh = "提示"
        """,
    )
    assert settings.points == 8
    assert settings.limits.memory == 1 << 30
    assert settings.limits.disk == 1 << 20
    assert settings.limits.network is True
    assert settings.forbid.imports == ["scipy"]
    assert settings.hints[0].zh == "提示"


@pytest.mark.parametrize(
    ("text", "key", "near"),
    [
        ('title = "T"\npoint = 3', "point", "points"),
        ('title = "T"\n[limits]\ncpu_second = 3', "limits.cpu_second", "cpu_seconds"),
        ('title = "T"\n[forbid]\ncall = []', "forbid.call", "calls"),
        ('title = "T"\n[[hints]]\nenn = "a"\nen = "b"', "hints, entry 1: enn", "en"),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one(tmp_path: Path, text: str, key: str, near: str) -> None:
    sentence = refusal(tmp_path, text)
    assert f"there is no key {key}." in sentence
    assert f"Did you mean {near}" in sentence


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the key title is missing"),
        ('title = ""', "title must not be empty."),
        ("title = 3", 'title must be text, as "text".'),
        ('title = "T"\npoints = 0', "points must be above 0."),
        ('title = "T"\npoints = "8"', "points must be a number."),
        ('title = "T"\nuses = "a"', 'uses must be a list, as ["one", "two"].'),
        ('title = "T"\nlimits = 1', "limits must be a table."),
        ('title = "T"\n[[hints]]\nen = "a"\n[[hints]]\nen = 2', 'hints, entry 2: en must be text, as "text".'),
        ('title = "T"\n[limits]\nmemory = "1 GB iB"', '"1 GB iB" is no size'),
        ('title = "T"\n[limits]\nmemory = -1', "limits.memory must be above 0."),
        ('title = "T"\n[limits]\nnetwork = 1', "limits.network must be true or false."),
        ('title = "T"\n[limits]\ncpu_seconds = inf', "limits.cpu_seconds must be at most 3600."),
        ('title = "T"\n[[hints]]\nzh = "a"', "the key hints, entry 1: en is missing"),
        ("title = ", "is not valid TOML"),
        ("a = " + "[" * 5000, "is not valid TOML"),
        (b'title = "\xff"', "is not UTF-8"),
    ],
)
def test_each_mistake_is_one_sentence(tmp_path: Path, text: str | bytes, says: str) -> None:
    assert says in refusal(tmp_path, text)


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(AuthorFault, match=r"course\.toml can't be read"):
        read_settings(tmp_path / "course.toml", CourseSettings)
    (tmp_path / "course.toml").mkdir()
    with pytest.raises(AuthorFault, match=r"course\.toml can't be read"):
        read_settings(tmp_path / "course.toml", CourseSettings)
