"""Commands for GitHub's runner: one a failed check, whatever students write."""

import re

import pytest

from grader.report import annotations, markdown
from grader.report.model import Feedback, Frame
from grader.verdict import Cause
from tests.report import hostile, samples
from tests.support.markdown import outside_of_fences
from tests.support.runner_files import commands


def failed(headline: str, *, file: str = "ch03/vjp.py", notice: Feedback | None = None, count: int = 1) -> str:
    frames = [Frame(file="vjp.py", line=4, function="vjp"), Frame(file="vjp.py", line=9, function="inner")]
    feedback = Feedback(headline=headline, traceback=frames)
    checks = [samples.check(f"test_{n}", f"Check {n}", Cause.FAILED, feedback=feedback) for n in range(count)]
    exercise = samples.mixed().exercises[0].model_copy(
        update={"number": "3.1", "title": "VJP, 50%: x", "checks": checks, "submission_file": file, "notice": notice}
    )  # fmt: skip
    return annotations.render(samples.report([exercise]))


def test_it_stands_at_the_innermost_line_of_the_student_s() -> None:
    said = failed("50% wrong,\nso: look.")
    assert said == "::error file=ch03/vjp.py,line=9,title=3.1 VJP%2C 50%25%3A x%3A Check 0::50%25 wrong,%0Aso: look.\n"
    (command,) = commands(said)
    assert command.properties == {"file": "ch03/vjp.py", "line": "9", "title": "3.1 VJP, 50%: x: Check 0"}
    assert command.message == "50% wrong,\nso: look."


def test_a_cell_of_a_notebook_has_no_line() -> None:
    (command,) = commands(failed("Wrong.", file="ch03/vjp.ipynb"))
    assert "line" not in command.properties


def test_what_is_wrong_with_a_whole_file_is_said_once() -> None:
    said = failed("`vjp.py` is empty.", notice=Feedback(headline="`vjp.py` is empty."), count=3)
    assert [command.message for command in commands(said)] == ["`vjp.py` is empty."]


def test_there_are_as_many_as_github_shows() -> None:
    assert len(commands(failed("Wrong.", count=30))) == annotations.MOST == 10


def test_a_pass_and_a_stub_are_no_errors() -> None:
    assert annotations.render(samples.perfect()) == ""


@pytest.mark.parametrize("text", [text for text in hostile.STRINGS if len(text) < 100_000])
def test_hostile_text_makes_no_command_of_its_own(text: str) -> None:
    poisoned = hostile.Poison(samples.mixed())
    said = annotations.render(poisoned.report(text))
    lines = said.splitlines()
    assert [command.name for command in commands(said)] == ["error"] * len(lines)
    assert len(lines) == annotations.render(samples.mixed()).count("\n")
    assert all(re.match(r"::error [^:\n]*::", line) for line in lines)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("::error::x", ": :error::x"),
        ("a\n  ::error::x", "a\n  : :error::x"),
        ("a ##[error]x", "a ## [error]x"),
        ("x[::2]", "x[::2]"),
        (":::", ": ::"),
    ],
)
def test_a_text_for_a_log_is_no_command(text: str, safe: str) -> None:
    assert annotations.without_commands(text) == safe
    assert commands(safe) == []


# ── The summary ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_summary_adds_up_and_says_what_failed() -> None:
    report = samples.mixed()
    said = markdown.render(report)
    rows = [line for line in said.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(report.exercises) + 1
    assert "#### ✗ " in said


@pytest.mark.parametrize("text", [text for text in hostile.STRINGS if len(text) < 100_000])
def test_hostile_text_is_no_markdown(text: str) -> None:
    said = outside_of_fences(markdown.render(hostile.Poison(samples.mixed()).report(text)))
    for sign in "<>[]`*_$~@":
        assert not re.search(rf"(?<!\\){re.escape(sign)}", said.replace("**", "")), (sign, said)


def test_a_fence_is_longer_than_every_run_of_backticks() -> None:
    feedback = Feedback(headline="````` and ```\n```\n</details>")
    checks = [samples.check("test_a", "A", Cause.FAILED, feedback=feedback)]
    exercise = samples.mixed().exercises[0].model_copy(update={"checks": checks, "notice": None})
    said = markdown.render(samples.report([exercise]))
    assert "\n``````text\n" in said
    assert "details" not in outside_of_fences(said)


def test_the_summary_of_any_report_fits() -> None:
    long = Feedback(headline="漢" * 3_900, details=["y" * 3_900] * 2)
    checks = [samples.check(f"test_{n}", "t" * 150, Cause.FAILED, feedback=long) for n in range(900)]
    exercise = samples.mixed().exercises[0].model_copy(update={"checks": checks, "notice": None})
    said = markdown.render(samples.report([exercise]))
    assert len(said.encode()) <= markdown.MOST_BYTES
    assert said.startswith("| Exercise |")
    assert outside_of_fences(said)
