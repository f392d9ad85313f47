import io
import re
from typing import ClassVar

import pytest
from rich.cells import cell_len

from grader.report import terminal
from grader.report.model import Feedback
from grader.verdict import Cause
from tests.report import samples


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("for_instructor", [False, True])
def test_every_line_fits(width: int, for_instructor: bool) -> None:
    text = terminal.render(samples.mixed(), width=width, for_instructor=for_instructor)
    assert max(cell_len(line) for line in text.splitlines()) <= width


def test_colour_adds_nothing_but_colour() -> None:
    plain = terminal.render(samples.mixed())
    coloured = terminal.render(samples.mixed(), color=True)
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    without = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in without.splitlines()] == plain.splitlines()


def test_every_check_has_a_mark_and_a_word() -> None:
    text = terminal.render(samples.cross_entropy_report(), width=100)
    for mark, title, word in [
        ("✓", "Scores of 1,000 stay finite", "passed"),
        ("✗", "Class weights weigh the mean (hidden)", "failed"),
        ("–", "The gradient can be differentiated again (hidden)", "skipped"),
        ("○", "The same values on a GPU (hidden)", "not run"),
        ("○", "torch.compile gives the same values", "not graded, not counted"),
    ]:
        assert re.search(f"{mark} {re.escape(title)} +{re.escape(word)}", text)


def test_what_the_notice_explains_takes_one_line() -> None:
    text = terminal.render(samples.report([samples.not_importable()]))
    assert re.search(r"✗ all 2 checks +file cannot be imported 0/2\n", text)
    assert "The product of" not in text
    assert text.count("cannot be imported: line 7") == 1


def test_the_first_failures_are_told_in_full() -> None:
    text = terminal.render(samples.cross_entropy_report())
    for piece in [
        "its gradient is 4 times too large",
        "A known mix-up: The loss averages over the batch",
        "tensor([[-0.1250, 0.0625, 0.0625],",
        "x = torch.tensor([[0., 1., 2.],",
        "8 of 12 entries, first at index `(0, 0)`",
        "cross_entropy.py, line 31, in backward",
        "return p - one_hot",
        "What to look at: Write down d loss / d x",
        "grad norm 1.2247",
        "4     ×  0.25",
    ]:
        assert piece in text
    assert "out of disk space" not in text  # the fourth to look at
    assert "1 more check to look at after that." in text


def test_values_stand_side_by_side_where_they_fit_and_stacked_where_not() -> None:
    def shown(expected: str, actual: str) -> str:
        failed = samples.check(
            "test_a", "A", Cause.FAILED, feedback=Feedback(headline="No.", expected=expected, actual=actual)
        )
        return terminal.render(samples.report([samples.all_passed().model_copy(update={"checks": [failed]})]))

    assert re.search(r"expected: +yours:\n +\(2, 3\) +\(3, 2\)\n", shown("(2, 3)", "(3, 2)"))
    assert re.search(r"expected:\n +1{50}\n +yours:\n +2\n", shown("1" * 50, "2"))


def test_totals() -> None:
    text = terminal.render(samples.mixed())
    assert "9 of 27 points (33%)" in text
    assert "6 of 14 visible checks passed, 1 of 5 hidden checks passed, details of 2 hidden" in text
    assert "bubblewrap sandbox, full isolation, 4.3 s" in text


def test_nothing_graded_is_not_a_zero() -> None:
    exercise = samples.all_passed().model_copy(
        update={"points": 0.0, "max_points": 0.0, "checks": [samples.check("test_a", "A", Cause.NOT_RUN)]}
    )
    text = terminal.render(samples.report([exercise]))
    assert "Not graded: no check could be counted." in text
    assert "0 / 0" not in text


class Terminal(io.StringIO):
    """A terminal of an odd encoding."""

    encoding: ClassVar[str] = "ascii"  # type: ignore[misc]

    def isatty(self) -> bool:
        return True


def test_a_terminal_without_unicode_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    file = Terminal()
    terminal.print_report(samples.mixed(), file)
    text = file.getvalue()
    assert text.isascii()
    assert "\x1b[32m+\x1b[0m" in text
    assert "\\u5411" in text


def test_ascii_makes_no_escape_of_what_spells_one() -> None:
    file = Terminal()
    report = samples.perfect().model_copy(update={"chapters": {}})
    exercise = report.exercises[0].model_copy(update={"title": "\\x1b[2J"})
    terminal.print_report(report.model_copy(update={"exercises": [exercise]}), file, color=False)
    assert "\\x1b[2J" in file.getvalue()
    assert "\x1b" not in file.getvalue()


def test_what_is_no_terminal_gets_no_colour() -> None:
    file = io.StringIO()
    terminal.print_report(samples.mixed(), file)
    assert file.getvalue() == terminal.render(samples.mixed())


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colour_can_be_unwelcome(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert terminal.wants_color(Terminal())
    monkeypatch.setenv(name, value)
    assert not terminal.wants_color(Terminal())
