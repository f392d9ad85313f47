import io
import re

import pytest

from grader.report.progress import Progress
from tests.report import samples


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def test_it_tells_how_far_and_how_the_last_check_ended(terminal: Terminal) -> None:
    with Progress(terminal) as progress:
        progress.start("Cross entropy", 10)
        for check in samples.cross_entropy().checks[:4]:
            progress.on_check(check)
    text = plain(terminal.getvalue())
    assert "Cross entropy" in text
    assert "4/10" in text
    assert "✗ The gradient with respect to th…" in text


def test_it_leaves_nothing_behind(terminal: Terminal) -> None:
    with Progress(terminal) as progress:
        progress.start("Cross entropy", 1)
    assert terminal.getvalue().endswith("\x1b[1A\x1b[2K")  # up one line, and that line erased


def test_it_is_silent_where_there_is_no_terminal() -> None:
    file = io.StringIO()
    with Progress(file) as progress:
        progress.start("Cross entropy", 1)
        progress.on_check(samples.check("test_a", "A"))
    assert file.getvalue() == ""


def test_the_cursor_comes_back_after_an_error(terminal: Terminal) -> None:
    with pytest.raises(KeyboardInterrupt):
        _interrupted(terminal)
    assert terminal.getvalue().rfind("\x1b[?25h") > terminal.getvalue().rfind("\x1b[?25l")


def _interrupted(terminal: Terminal) -> None:
    with Progress(terminal) as progress:
        progress.start("Cross entropy", 1)
        raise KeyboardInterrupt


def test_titles_are_neither_markup_nor_escapes(terminal: Terminal) -> None:
    with Progress(terminal) as progress:
        progress.start("[red]A[/] \x1b[2J", 1)
        progress.on_check(samples.check("test_a", "[bold]B[/] \x1b]0;x\x07"))
    text = terminal.getvalue()
    assert "[red]A[/] ␛[2J" in plain(text)
    assert "[bold]B[/] ␛]0;x␇" in plain(text)
    assert "\x1b[2J" not in text


def test_a_check_before_any_exercise_is_counted(terminal: Terminal) -> None:
    with Progress(terminal) as progress:
        progress.on_check(samples.check("test_a", "A"))
    assert "✓ A" in plain(terminal.getvalue())
