"""What stands on the screen, and how it gets there."""

import io
import re

import pytest
from rich.cells import cell_len

from grader.report.model import ExerciseResult, Feedback
from grader.verdict import Cause
from grader.watch import screen as screen_module
from grader.watch.board import Board, Stage, Standing
from grader.watch.frame import draw
from grader.watch.log import Log
from grader.watch.screen import Screen
from tests.report import samples
from tests.watch.test_inbox import SCALE
from tests.watch.test_loop import EXERCISES

FAILED = samples.check("test_b", "Values are right", Cause.FAILED,
                       feedback=Feedback(headline="`scale` gives 3.0.", expected="2.0", actual="3.0"))  # fmt: skip
OTHER = samples.check("test_c", "Works in place", Cause.RAISED, feedback=Feedback(headline="Line 7 raises."))
PASSED = samples.check("test_a", "Shapes are right")


def board(*checks: object, notice: Feedback | None = None, done: bool = False) -> Board:
    made = Board("ch1", [Standing(exercise) for exercise in EXERCISES])
    standing = made.shown = made.of(SCALE)
    standing.begin()
    for check in checks:
        standing.add(check)  # type: ignore[arg-type]
    if done:
        result = ExerciseResult(
            id=SCALE.id, number="1.1", title="Scale", points=1, max_points=3, notice=notice,
            checks=list(checks),  # type: ignore[arg-type]
        )  # fmt: skip
        standing.end(result)
    return made


def text(made: Board, width: int = 80, height: int = 40) -> str:
    return "\n".join(draw(made, width, height, color=False))


def test_a_check_shows_as_it_comes() -> None:
    made = board(PASSED, FAILED)
    shown = text(made)
    assert "grading …" in shown
    assert "✓✗  1 of 2 checks passed" in shown
    assert "`scale` gives 3.0." in shown


def test_the_first_failure_is_explained_and_the_others_have_a_line_each() -> None:
    lines = draw(board(FAILED, OTHER, PASSED, done=True), 80, 40, color=False)
    shown = "\n".join(lines)
    assert re.search(r"expected:\s+yours:\n\s+2\.0\s+3\.0", shown)
    assert "  ✗ Works in place: Line 7 raises." in lines
    assert "1 / 3" in shown
    assert lines[-1].startswith("1.1 ✗  1.2 ·")


def test_marks_keep_their_places_while_it_is_graded_again() -> None:
    made = board(PASSED, FAILED, OTHER, done=True)
    standing = made.of(SCALE)
    standing.begin()
    standing.add(OTHER)  # the one that failed at last comes first, in its own place
    assert "  ··✗  0 of 3 checks passed" in text(made)


def test_a_notice_takes_the_place_of_the_checks() -> None:
    notice = Feedback(headline="Line 1 raises SyntaxError.")
    shown = text(board(FAILED, notice=notice, done=True))
    assert "Line 1 raises SyntaxError." in shown
    assert "gives 3.0" not in shown


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 8), (40, 12), (200, 50), (20, 3)])
def test_it_never_outgrows_the_window(width: int, height: int) -> None:
    said = Feedback(headline="好" * 300, details=["x y " * 200])
    long = samples.check("test_z", "名字" * 40, Cause.FAILED, feedback=said)
    lines = draw(board(long, FAILED, OTHER, PASSED, done=True), width, height, color=False)
    assert len(lines) <= height
    assert max(cell_len(line) for line in lines) <= width


def test_what_does_not_fit_is_said() -> None:
    long = samples.check("test_z", "Z", Cause.FAILED, feedback=Feedback(headline="bad", details=["x"] * 60))
    lines = draw(board(long, done=True), 80, 20, color=False)
    assert "… more than fits here; `grade 1.1` shows all" in lines
    assert lines[-1].startswith("1.1 ✗")


def test_hostile_text_stays_text() -> None:
    evil = samples.check("test_e", "[bold]T\x1b]0;x\x07", Cause.FAILED, feedback=Feedback(headline="\x1b[2J[red]gone"))
    shown = text(board(evil, done=True))
    assert "\x1b" not in shown
    assert "[bold]T" in shown
    assert "[red]gone" in shown


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_frame_is_written_over_the_last_one_and_never_clears_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_module, "_BLINK_SECONDS", 0.0)
    file = FakeTerminal()
    with Screen(file) as screen:
        made = board(PASSED)
        screen.show(made)
        screen.show(made)  # nothing new: nothing is written
        screen.ended(board(PASSED, FAILED, done=True), made.of(SCALE))
    written = file.getvalue()
    assert written.count("\x1b[H") == 2
    assert "\x1b[2J" not in written, "clearing before drawing is what flickers"
    assert written.startswith("\x1b[?1049h\x1b[?25l")
    assert written.endswith("\x1b[?25h\x1b[?1049l")
    assert "\n" not in written.replace("\r\n", ""), "a terminal in raw mode needs both"
    assert all(f"{line}\x1b[K" in written for line in draw(made, 80, 24, color=True))


def test_changes_in_one_go_are_drawn_once_and_the_last_at_the_next_tick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screen_module, "_BLINK_SECONDS", 60.0)
    file = FakeTerminal()
    made = board(PASSED)
    with Screen(file) as screen:
        screen.saved(made, made.of(SCALE))
        made.of(SCALE).add(FAILED)
        screen.show(made)
        assert file.getvalue().count("\x1b[H") == 1
        screen.tick()
        assert "gives 3.0" in file.getvalue()
        screen.tick()
        assert file.getvalue().count("\x1b[H") == 2, "nothing has changed since"


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = FakeTerminal()
    with Screen(file) as screen:
        screen.saved(board(FAILED), board(FAILED).standings[0])
    assert not re.search(r"\x1b\[[0-9;]*m", file.getvalue())


def test_the_terminal_is_given_back_also_after_an_error() -> None:
    file = FakeTerminal()
    with pytest.raises(KeyboardInterrupt), Screen(file):
        raise KeyboardInterrupt
    assert file.getvalue().endswith("\x1b[?25h\x1b[?1049l")


def test_without_a_terminal_each_failure_is_one_line_told_once() -> None:
    file = io.StringIO()
    made = board(PASSED)
    standing = made.of(SCALE)
    with Log(file) as log:
        log.saved(made, standing)
        for check in (FAILED, FAILED, OTHER):
            standing.add(check)
            log.show(made)
        done = board(PASSED, FAILED, OTHER, done=True)
        log.ended(done, done.of(SCALE))
    assert file.getvalue().splitlines() == [
        "1.1 scale: grading",
        "  ✗ Values are right: `scale` gives 3.0.",
        "  ✗ Works in place: Line 7 raises.",
        "✗ 1.1 1/3 Scale: 1 of 3 passed",
    ]


def test_what_is_wrong_with_the_whole_file_is_said_once_without_a_terminal() -> None:
    file = io.StringIO()
    made = board(PASSED)
    standing = made.of(SCALE)
    with Log(file) as log:
        log.saved(made, standing)
        for name in ("test_a", "test_b", "test_c"):
            standing.add(
                samples.check(name, name, Cause.IMPORT_ERROR, feedback=Feedback(headline="Line 1 is no Python."))
            )
            log.show(made)
    assert file.getvalue().count("Line 1 is no Python.") == 1


def test_titles_that_are_the_same_are_told_apart_by_their_case() -> None:
    cases = [samples.check(f"test_v[{name}]", "Values", Cause.FAILED) for name in ("small", "large")]
    shown = text(board(*cases))
    assert "✗ Values (small)" in shown
    assert "✗ Values (large)" in shown
    assert board().standings[0].stage is Stage.RUNNING
