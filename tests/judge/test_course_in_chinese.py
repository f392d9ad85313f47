"""Wrong answers of the course graded in Chinese: no English sentence is left in the terminal, the page or the JSON."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from grader.course import load_course
from grader.judge.session import grade_exercise
from grader.language import speaking
from grader.report import html, terminal
from grader.report import json as json_report
from grader.report.model import Report, SandboxFacts
from grader.submission import Submission, SubmittedFile
from tests.judge.conftest import ForkedSandbox

ROOT = Path(__file__).parents[2]
# Three words of prose in a row. Code stands in backticks, torch's own complaints after the name of their class.
SENTENCE = re.compile(r"(?<![\w.])[A-Za-z]{2,}(?:[,;:]? [a-z]{2,}){2,}(?![\w.(])")
COMPLAINT = re.compile(r"\w+(?:Error|Exception|Warning)`?[:：].*")
CODE = re.compile(r"`[^`]*`|'[^']*'")
ANSWERS = [
    ("ch01_memory/stride_algebra", "falling_strides_are_enough"),
    ("ch02_numerics/reductions", "divides_by_n"),
    ("ch03_by_hand/linreg_numpy", "no_factor_two"),
    ("ch04_graph/hooks", "clip_in_place"),
    ("ch05_derivatives/gradient_penalty", "one_norm_for_the_batch"),
    ("ch06_gradient_traps/metric_leak", "mean_of_means"),
]


def texts(value: Any, name: str = "") -> Iterator[str]:
    """What is told, without the student's own lines and the names of files, checks and versions."""
    if isinstance(value, dict):
        skipped = {"traceback", "smallest_input", "libraries", "output", "id", "instructor", "expected", "actual"}
        yield from (text for key, item in value.items() if key not in skipped for text in texts(item, key))
    elif isinstance(value, list):
        yield from (text for item in value for text in texts(item, name))
    elif isinstance(value, str):
        yield value


def english(text: str) -> bool:
    return bool(SENTENCE.search(CODE.sub("", COMPLAINT.sub("", text))))


def test_an_english_sentence_is_seen() -> None:
    assert english("结果 wrong in three places。")
    assert not english("`f` 抛出 RuntimeError：the size of tensor a must match")
    assert not english("形状为 (2, 3) 的 float32 张量")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "wrong"), ANSWERS, ids=[name.partition("/")[2] for name, _ in ANSWERS])
def test_no_english_sentence_is_left(name: str, wrong: str) -> None:
    course = load_course(ROOT)
    exercise = course.exercise(name)
    answers = {path.stem: path for path in exercise.wrong()}
    content = answers[wrong].read_bytes()
    submission = Submission("ann", {exercise.id: SubmittedFile.of(exercise.file, content)})
    with speaking("zh"), ForkedSandbox() as sandbox:
        beside = {"reference": exercise.reference.read_bytes()}
        result = grade_exercise(exercise, submission, sandbox, course, seed=7, beside=beside)
        report = Report(
            torchgrade="0", course=course.title_in("zh"), course_version="0", created=datetime.now(UTC), seed=7,
            device="cpu", libraries={}, sandbox=SandboxFacts(driver="forked", isolation="none", barriers={}),
            chapters={exercise.chapter: "第一章"}, exercises=[result],
        )  # fmt: skip
        page, screen, data = html.render(report), terminal.render(report, width=120), json_report.render(report)
    assert not result.passed
    assert any(check.feedback for check in result.checks)
    told = list(texts(json.loads(data)))
    assert [text for text in told if english(text)] == []
    body = re.sub(r"(?s)<(pre|style)[^>]*>.*?</\1>", "", page[page.index("<body>") :])
    lines = unescape(re.sub(r"<code[^>]*>.*?</code>", "``", body)).replace("<", "\n<").splitlines()
    assert [line for line in (re.sub(r"<[^>]*>", "", each) for each in lines) if english(line)] == []
    assert [line for line in screen.splitlines() if english(line) and ".py" not in line and "=" not in line] == []
