"""A grading in Chinese: what the judge, the check library and the course say, and what they must not."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.language import speaking
from grader.report.model import Feedback
from tests.judge.conftest import Make, One

CHECKS = '''
    from answer import f
    from grader.checks import assert_close, assert_converges, assert_equivariant, assert_same_object

    @pytest.mark.visible
    def test_values():
        """Values are right"""
        x = torch.tensor([1.0, 2.0])
        assert_close(f(x), x + 1, message=f"x has {len(x)} elements, every one of them counts.")

    @pytest.mark.visible
    def test_asserted():
        """The sum is right"""
        assert f(1.0) == 2.0, f"the sum of {1.0} and 1 should be {2.0}"
'''
WORDS = """\
msgid "Values are right"
msgstr "值正确"

msgid "The sum is right"
msgstr "和正确"

msgid "x has {len_x} elements, every one of them counts."
msgstr "x 有 {len_x} 个元素，每个都算。"

msgid "the sum of {value} and 1 should be {value_2}"
msgstr "{value} 与 1 的和应为 {value_2}"
"""
HINTS = 'msgid "You added two."\nmsgstr "你加了二。"\n'
WRONG = "def f(x):\n    return x + 2\n"
ENGLISH = re.compile(r"[A-Za-z]{2,}(?:[ ,;:']+[A-Za-z]{2,}){2,}")


@pytest.fixture
def one(make: Make) -> One:
    hint = '"""You added two."""\nFAILS = ["test_values", "test_asserted"]\n'
    made = make(CHECKS, wrong={"adds_two": hint + WRONG})
    (made.exercise.folder / "checks.zh.po").write_text(WORDS, encoding="utf-8")
    (made.exercise.solutions / "wrong.zh.po").write_text(HINTS, encoding="utf-8")
    return made


@pytest.fixture
def chinese() -> Iterator[None]:
    with speaking("zh"):
        yield


def sentences(value: Any) -> Iterator[str]:
    """Every text of a feedback but the student's own lines."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (text for item in value for text in sentences(item))
    elif isinstance(value, Feedback):
        fields = (getattr(value, name) for name in Feedback.model_fields if name not in ("traceback", "smallest_input"))
        yield from (text for field in fields for text in sentences(field))


def test_everything_that_is_said_is_chinese(one: One, chinese: None) -> None:
    values, asserted = one.grade(WRONG).checks
    assert (values.title, asserted.title) == ("值正确", "和正确")
    assert values.feedback is not None
    assert asserted.feedback is not None
    assert values.feedback.headline == "`f` 不对，2 处中有 2 处出错。"
    assert values.feedback.details == ["x 有 2 个元素，每个都算。", "每个值都大了 1。"]
    assert values.feedback.misunderstanding == "你加了二。"
    assert asserted.feedback.headline == "1.0 与 1 的和应为 2.0。"
    assert not [text for check in (values, asserted) for text in sentences(check.feedback) if ENGLISH.search(text)]


def test_english_is_as_it_was(one: One) -> None:
    values, asserted = one.grade(WRONG).checks
    assert (values.title, asserted.title) == ("Values are right", "The sum is right")
    assert values.feedback is not None
    assert values.feedback.misunderstanding == "You added two."
    assert "x has 2 elements, every one of them counts." in values.feedback.details


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(x):\n    return 1 / 0\n", "你的文件第 2 行抛出 `ZeroDivisionError`：division by zero。"),
        ("def f(x):\n    raise NotImplementedError\n", "`f` 仍抛出 NotImplementedError：还没有做。"),
        ("def g(x):\n    return x\n", "`f` 不在你的文件里。"),
        ("def f(x):\n    return None\n", "`f` 返回 None，应为形状为 (2,) 的张量。"),
        ("def f(x):\n    return x.double() + 1\n", "`f` 返回 dtype 为 float64 的张量，应为 float32。"),
        ("def f(x:\n", "无法导入 `answer.py`。"),
    ],
)
def test_how_a_check_may_end(one: One, chinese: None, source: str, said: str) -> None:
    result = one.grade(source)
    told = result.notice or result.checks[0].feedback
    assert told is not None
    assert told.headline.startswith(said)


def test_what_could_not_be_graded_has_its_reference(one: One, chinese: None) -> None:
    one.sandbox.lost_workers = 9
    feedback = one.grade(WRONG).checks[0].feedback
    assert feedback is not None
    assert re.search("请告诉你的老师：编号 [0-9a-f]{4}。", feedback.headline)


def test_a_hidden_string_is_blanked_in_chinese_too(make: Make, chinese: None) -> None:
    made = make('''
        from answer import f

        def test_hidden():
            """Hidden"""
            from grader.checks import assert_close
            assert_close(f("CANARY"), 3)
    ''')
    check = made.only("def f(x):\n    return x\n")
    assert check.feedback is not None
    assert "CANARY" not in check.feedback.model_dump_json()
    assert "字符串" in check.feedback.headline
    check = made.only("def f(x):\n    return type(x, (), {})()\n")
    assert check.feedback is not None
    assert "CANARY" not in check.feedback.model_dump_json()


def test_a_catalogue_that_can_not_be_read_is_the_authors_fault(one: One, chinese: None, tmp_path: Path) -> None:
    (one.exercise.folder / "checks.zh.po").write_text('msgid "a\n')
    report = one.report(WRONG)
    (broken,) = report.exercises[0].checks
    assert broken.instructor is not None
    assert "checks.zh.po" in broken.instructor.traceback
    assert broken.cause.graded is False
