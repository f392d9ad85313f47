"""``--lang``, TORCHGRADE_LANG and the locale: help, faults and what commands print, in Chinese."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from grader.cli.app import COMMANDS
from grader.language import language
from tests.cli.conftest import TINY, Grade

HAN = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b")  # three words, and no names among them


@pytest.mark.parametrize(
    "command", [(), *((name,) for name in COMMANDS)], ids=lambda command: " ".join(command) or "grade"
)
def test_help_is_chinese(grade: Grade, command: tuple[str, ...]) -> None:
    outcome = grade(*command, "--help", "--lang", "zh")
    assert outcome.code == 0
    assert "用法" in outcome.out
    assert "选项" in outcome.out
    assert not [line for line in outcome.out.splitlines() if ENGLISH.search(line) and "grade" not in line]


def test_help_of_commands_of_a_command(grade: Grade) -> None:
    assert "autograder" in (said := grade("export", "gradescope", "--help", "--lang", "zh").out)
    assert HAN.search(said)


def test_english_again_after_chinese(grade: Grade) -> None:
    grade("list", "--help", "--lang", "zh")
    assert language() == "en"
    assert "Show the map of the course" in (said := grade("list", "--help").out)
    assert "Usage:" in said
    assert not HAN.search(said)


def test_the_language_may_stand_before_the_command(grade: Grade) -> None:
    assert "缩放张量" in grade("--lang", "zh", "show", "scale", "--course", str(TINY)).out


def test_the_variable_and_the_locale(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert "待做" in grade("list", "--course", str(TINY)).out
    monkeypatch.setenv("TORCHGRADE_LANG", "en")
    assert "to do" in grade("list", "--course", str(TINY)).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ch9", "--course", str(TINY)), "没有 ch9 这一章：这门课程有 ch1，ch2"),
        (("show", "2.7", "--course", str(TINY)), "ch02_reuse 有 2.1 到 2.1"),
        (("list", "--colour"), "没有选项 '--colour'。"),
        (("show",), "缺少参数 'TARGET'。（用 `grade show --help`"),
        (("run", "--device", "tpu"), "'tpu' 不在 'cpu', 'cuda' 之中"),
        (("hint", "scale", "--course", str(TINY)), "这个文件夹不是工作区"),
    ],
)
def test_complaints_are_chinese(grade: Grade, arguments: tuple[str, ...], said: str) -> None:
    outcome = grade(*arguments, "--lang", "zh")
    assert outcome.code == 2
    assert said in outcome.err
    assert HAN.search(outcome.err)


def test_an_unknown_language(grade: Grade) -> None:
    outcome = grade("list", "--lang", "fr")
    assert (outcome.code, "'fr' is not one of 'en', 'zh'" in outcome.err) == (2, True)


def test_the_map_aligns(grade: Grade, tiny_workspace: Path) -> None:
    lines = grade("list", "--lang", "zh").out.splitlines()
    rows = [line for line in lines if re.match(r"  \d\.\d", line)]
    names = [re.search(r"[a-z]+_?[a-z]+", row) for row in rows]
    columns = {cell_len(row[: name.start()]) for row, name in zip(rows, names, strict=True) if name}
    assert len(rows) == len([name for name in names if name]) > 1
    assert len(columns) == 1


def test_start_names_the_statement_in_the_language(grade: Grade) -> None:
    assert ".zh.md" in grade("start", "ch1", "--course", str(TINY), "--lang", "zh").out


def test_translate_says_what_is_missing(grade: Grade, tmp_path: Path) -> None:
    import shutil

    course = tmp_path / "course"
    shutil.copytree(TINY, course)
    outcome = grade("translate", "scale", "--course", str(course))
    assert outcome.code == 1
    assert "messages are to be translated" in outcome.out
    (catalogue,) = course.glob("exercises/*/scale/checks.zh.po")
    catalogue.write_text(re.sub(r'(msgid "(?!")[^\n]+\n)msgstr ""', r'\1msgstr "译"', catalogue.read_text()))
    for hints in course.glob("solutions/*/scale/wrong.zh.po"):
        hints.write_text(re.sub(r'(msgid "(?!")[^\n]+\n)msgstr ""', r'\1msgstr "译"', hints.read_text()))
    outcome = grade("translate", "scale", "--course", str(course))
    assert (outcome.code, outcome.out) == (0, "Everything is translated.\n")
    folder = course / "exercises" / "ch01_basics" / "scale"
    (folder / "README.zh.md").unlink()
    settings = folder / "exercise.toml"
    settings.write_text(re.sub(r"(?m)^title_zh.*$", "", settings.read_text()))
    outcome = grade("translate", "scale", "--course", str(course))
    assert (outcome.code, outcome.out) == (1, "ch01_basics/scale: no translation of README.zh.md; title_zh.\n")


def test_translate_leaves_a_course_alone_that_nobody_named(grade: Grade, here: Path) -> None:
    """The one that comes with torchgrade is no place for others' translations."""
    outcome = grade("translate", "ch1", "--to", "xx")
    assert outcome.code == 2
    assert "There is no course here." in outcome.err
