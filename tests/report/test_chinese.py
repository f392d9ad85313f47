"""Reports in Chinese: every word that is the report's own, in every format, and lines that align."""

import json
import re
from typing import Any

import pytest
from rich.cells import cell_len

from grader.language import speaking
from grader.report import formats, html, summary, terminal
from grader.report.model import CheckResult, Report
from grader.verdict import Cause
from tests.report import samples

TEXT = "文字"
WORDS = re.compile(r"[A-Za-z]{3,}")
BUILT_ON = {"autograd", "log", "softmax", "unbroadcast"}  # exercises that others use: names


def in_chinese() -> Report:
    """The samples' report with every text of a check replaced: what is left of English is the report's own."""
    report = samples.mixed()
    exercises = [
        exercise.model_copy(
            update={
                "title": TEXT,
                "checks": [_check(check, number) for number, check in enumerate(exercise.checks)],
                "notice": _replaced(exercise.notice) if exercise.notice else None,
            }
        )
        for exercise in report.exercises
    ]
    sandbox = report.sandbox.model_copy(update={"barriers": dict.fromkeys(summary.BARRIERS, True)})
    chapters = dict.fromkeys(report.chapters, TEXT)
    return report.model_copy(
        update={"course": TEXT, "student": TEXT, "exercises": exercises, "sandbox": sandbox, "chapters": chapters}
    )


def _check(check: CheckResult, number: int) -> CheckResult:
    feedback = _replaced(check.feedback) if check.feedback else None
    title = f"{TEXT}{number}"
    return check.model_copy(update={"title": title, "feedback": feedback, "output": None, "instructor": None})


def _replaced(value: Any) -> Any:
    """Texts replaced in a model, its lists and dicts; kinds and other words of the schema stay."""
    if isinstance(value, str):
        return TEXT
    if isinstance(value, list):
        return [_replaced(item) for item in value]
    if isinstance(value, dict):
        return {TEXT: TEXT} if value else {}
    if hasattr(value, "model_copy"):
        kept = {"kind", "how", "state", "role", "pixels"}
        fields = {name: _replaced(getattr(value, name)) for name in type(value).model_fields if name not in kept}
        return value.model_copy(update=fields)
    return value


def test_the_terminal_has_no_english_word_left() -> None:
    with speaking("zh"):
        text = terminal.render(in_chinese(), width=100)
    assert set(WORDS.findall(re.sub(r"\S+\.py", "", text))) <= {"bubblewrap", *BUILT_ON}


def test_the_page_has_no_english_word_left() -> None:
    with speaking("zh"):
        page = html.render(in_chinese())
    assert '<html lang="zh-Hans">' in page
    body = page[page.index("<body>") :]
    words = re.sub(r"<[^>]*>", "\n", body) + "\n".join(re.findall(r'(?:aria-label|title)="([^"]*)"', body))
    names = {"SHA", "Python", "bubblewrap", "torchgrade", "python", "torch", "numpy", "cpu", "UTC"}
    code = re.compile(r"\S+\.py|[0-9a-f]{16,}|\S+\+cpu")
    assert set(WORDS.findall(code.sub("", words))) - names <= BUILT_ON


@pytest.mark.parametrize("name", ["gradescope", "prairielearn", "junit", "csv", "github", "json"])
def test_the_other_formats_are_written(name: str) -> None:
    with speaking("zh"):
        text = formats.find(name)(samples.mixed())
    if name == "gradescope":
        assert "项可见检查中通过" in json.loads(text)["output"]
    if name == "junit":
        assert "未通过。" in text


def test_columns_align_where_characters_are_wide() -> None:
    with speaking("zh"):
        text = terminal.render(in_chinese(), width=80)
    rows = [line for line in text.splitlines() if re.match(r"  [✓✗–○] ", line)]
    assert len(rows) > 3
    assert {cell_len(row) for row in rows} == {80}


@pytest.mark.parametrize("width", [40, 80, 120])
def test_every_line_fits(width: int) -> None:
    with speaking("zh"):
        text = terminal.render(samples.mixed(), width=width)
    assert max(cell_len(line) for line in text.splitlines()) <= width


def test_every_ending_has_a_word() -> None:
    with speaking("zh"):
        words = [summary.word(cause) for cause in Cause]
    assert not any(re.search("[A-Za-z]", word) for word in words)
    assert len(set(words)) == len(words)
