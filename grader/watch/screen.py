"""The board on a terminal: one frame written over the last one at once, so that nothing flickers or scrolls."""

import contextlib
import os
import time
from types import TracebackType
from typing import Self, TextIO

from grader.report.terminal import wants_color
from grader.report.text import ascii_only
from grader.watch.board import Board, Standing
from grader.watch.frame import draw

_ENTER = "\x1b[?1049h\x1b[?25l"  # the alternate screen, which leaves what stood there alone; no cursor
_LEAVE = "\x1b[?25h\x1b[?1049l"
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"  # terminals that know it show the frame as a whole
_BLINK_SECONDS = 0.015
_HOME, _TO_LINE_END, _TO_SCREEN_END = "\x1b[H", "\x1b[K", "\x1b[J"


class Screen:
    """Shows a board for as long as the block lasts; the terminal is then as it was before."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._color = wants_color(file)
        self._board: Board | None = None
        self._when = 0.0
        self._late = False  # something may not be drawn yet
        self._drawn: tuple[list[str], tuple[int, int]] | None = None

    def __enter__(self) -> Self:
        self._write(_ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write(_LEAVE)

    def give_back(self) -> None:
        """Leave the terminal as it was, from any thread."""
        with contextlib.suppress(OSError, ValueError):
            os.write(self._file.fileno(), _LEAVE.encode())

    def show(self, board: Board) -> None:
        """Draw what has changed; of changes that come in one go, the first, since another call follows them."""
        self._board = board
        self._late = time.monotonic() - self._when <= _BLINK_SECONDS
        if not self._late:
            self._draw()

    def saved(self, board: Board, standing: Standing) -> None:
        """A grading has begun."""
        self._board = board
        self._draw()

    def ended(self, board: Board, standing: Standing) -> None:
        """A grading is over."""
        self._board = board
        self._draw()

    def tick(self) -> None:
        """Nothing happened for a while: something may not be drawn yet, or the window have another size."""
        if self._drawn is not None and (self._late or self._drawn[1] != self._size()):
            self._draw()

    def _draw(self) -> None:
        assert self._board is not None
        self._late = False
        width, height = self._size()
        lines = draw(self._board, width, height, self._color)
        if (lines, (width, height)) == self._drawn:
            return
        self._drawn, self._when = (lines, (width, height)), time.monotonic()
        self._write(self._frame([self._encodable(line) + _TO_LINE_END for line in lines]))

    def _frame(self, lines: list[str]) -> str:
        return _BEGIN + _HOME + "\r\n".join(lines) + _TO_SCREEN_END + _END

    def _size(self) -> tuple[int, int]:
        try:
            size = os.get_terminal_size(self._file.fileno())
        except (OSError, ValueError):
            return 80, 24
        return size.columns or 80, size.lines or 24  # some terminals say 0

    def _encodable(self, line: str) -> str:
        try:
            line.encode(self._file.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return ascii_only(line)
        return line

    def _write(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()
