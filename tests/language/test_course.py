from pathlib import Path

import pytest

from grader.faults import AuthorFault
from grader.language import speaking
from grader.language.course import Words, told, words_of

CATALOGUE = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

#, python-brace-format
msgid "`t` has {n} rows"
msgstr "`t` 有 {n} 行"

#, fuzzy
msgid "Every row sums to 1"
msgstr "某一行"

msgid "not translated yet"
msgstr ""
"""


def test_a_text_as_it_stands() -> None:
    assert Words({"All of it": "全部"}).tell("All of it") == "全部"
    assert Words({"All of it": "全部"}).tell("All of it.") == "All of it."


def test_a_template_is_found_again_and_its_parts_may_change_places() -> None:
    words = Words({"for {what}, `{name}` has {n} rows": "{n} 行：{what} 的 `{name}`"})
    assert words.tell("for the sum, `f` has 3 rows") == "3 行：the sum 的 `f`"


def test_a_part_is_told_too() -> None:
    words = Words({"`t` is a view: {kind}.": "`t` 是视图：{kind}。", "every second element": "每隔一个元素"})
    assert words.tell("`t` is a view: every second element.") == "`t` 是视图：每隔一个元素。"


def test_the_template_with_more_words_of_its_own_is_taken() -> None:
    words = Words({"the loss {x}": "损失 {x}", "the loss is {x} here": "这里损失是 {x}"})
    assert words.tell("the loss is 3 here") == "这里损失是 3"


def test_of_two_ways_to_take_a_sentence_apart_the_one_with_known_parts_is_taken() -> None:
    words = Words(
        {"for {what}, {name}.grad is wrong": "{what}：{name}.grad 不对", "{n} rows, {m} each": "{n} 行，每次 {m}"}
    )
    assert words.tell("for 5 rows, 2 each, w.grad is wrong") == "5 行，每次 2：w.grad 不对"
    assert words.tell("for a, b.grad is wrong") == "a：b.grad 不对"
    words = Words(
        {"{a} should be {b} {c}": "{c}，{a} 应为 {b}", "in the batch": "在批次里", "a tensor on {d}": "{d} 上的张量"}
    )
    assert words.tell("x should be a tensor on meta in the batch") == "在批次里，x 应为 meta 上的张量"


def test_a_list_of_known_parts_is_told() -> None:
    words = Words({"changed: {what}": "变了：{what}", "the values": "值", "the .grad": ".grad", "the graph": "计算图"})
    with speaking("zh"):
        assert words.tell("changed: the values and the graph") == "变了：值和计算图"
        assert words.tell("changed: the values and the .grad and the graph") == "变了：值和 .grad 和计算图"
        assert words.tell("changed: the values and the rest") == "变了：the values and the rest"


def test_a_placeholder_that_comes_twice_holds_one_thing() -> None:
    words = Words({"{a} of {b} and {a}": "{b}、{a}"})
    assert words.tell("x of y and x") == "y、x"
    assert words.tell("x of y and z") == "x of y and z"


def test_braces_of_the_text_are_no_placeholders() -> None:
    words = Words({"the first line is 'digraph {{'; yours is {first}": "第一行是 'digraph {{'；你的是 {first}"})
    assert words.tell("the first line is 'digraph {'; yours is {x}") == "第一行是 'digraph {'；你的是 {x}"


def test_special_characters_of_patterns_are_plain() -> None:
    words = Words({"(n,) + (m,) gives {shape}?": "(n,) + (m,) 给出 {shape}？"})
    assert words.tell("(n,) + (m,) gives (2, 3)?") == "(n,) + (m,) 给出 (2, 3)？"


def test_parts_of_several_lines() -> None:
    assert Words({"yours: {x}": "你的：{x}"}).tell("yours: a\nb") == "你的：a\nb"


@pytest.fixture
def exercise(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "exercise").mkdir()
    (tmp_path / "exercise/checks.zh.po").write_text(CATALOGUE, encoding="utf-8")
    return tmp_path / "exercise", tmp_path / "solutions"


def test_the_words_of_an_exercise_hold_inside_the_block(exercise: tuple[Path, Path]) -> None:
    with speaking("zh"), words_of(*exercise):
        assert told("`t` has 3 rows") == "`t` 有 3 行"
        assert told("Every row sums to 1") == "Every row sums to 1"  # fuzzy: nobody has looked at it
        assert told("not translated yet") == "not translated yet"
    with words_of(*exercise):
        assert told("`t` has 3 rows") == "`t` has 3 rows"  # English is spoken
    assert told("`t` has 3 rows") == "`t` has 3 rows"


def test_a_catalogue_that_changes_is_read_anew(exercise: tuple[Path, Path]) -> None:
    import os

    file = exercise[0] / "checks.zh.po"
    with speaking("zh"), words_of(*exercise):
        assert told("`t` has 3 rows") == "`t` 有 3 行"
    file.write_text(CATALOGUE.replace("有 {n} 行", "共 {n} 行"), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    with speaking("zh"), words_of(*exercise):
        assert told("`t` has 3 rows") == "`t` 共 3 行"


def test_a_course_without_catalogues(tmp_path: Path) -> None:
    with speaking("zh"), words_of(tmp_path, tmp_path):
        assert told("`t` has 3 rows") == "`t` has 3 rows"


def test_a_catalogue_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "checks.zh.po").write_bytes(b'msgid "\xff\nmsgstr')
    with speaking("zh"), pytest.raises(AuthorFault, match=r"checks\.zh\.po"), words_of(tmp_path, tmp_path):
        pass
