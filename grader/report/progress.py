"""What is happening while checks run: a live line on a terminal, nothing where there is none."""

import sys
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, SpinnerColumn, Task, TaskID
from rich.progress import Progress as RichProgress
from rich.text import Text

from grader.report import summary
from grader.report.model import CheckResult
from grader.report.terminal import mark, wants_color
from grader.report.terminal_feedback import prose
from grader.report.text import one_line


class Progress:
    """A live line for each exercise: how many checks are done, and how the last one ended.

    Use it as a context manager and give ``on_check`` to the session. It writes to ``file`` (standard error), and only
    where that is a terminal; it leaves nothing behind, so the report that follows stands alone.
    """

    def __init__(self, file: TextIO | None = None) -> None:
        file = file or sys.stderr
        console = Console(file=file, markup=False, emoji=False, highlight=False, no_color=not wants_color(file))
        self._live = RichProgress(
            SpinnerColumn(),
            _TextColumn("title"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            _TextColumn("last"),
            console=console,
            transient=True,
            disable=not file.isatty(),
        )
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def start(self, title: str, checks: int | None = None) -> None:
        """An exercise begins. ``checks``: how many it has, where that is known."""
        if self._task is not None:
            self._live.remove_task(self._task)
        self._task = self._live.add_task("", total=checks, title=Text(one_line(title, 40), "bold"), last=Text())

    def on_check(self, check: CheckResult) -> None:
        """A check has ended."""
        if self._task is None:
            self.start("checks")
        assert self._task is not None
        tone = summary.tone(check.cause)
        last = Text.assemble(mark(tone), " ", prose(one_line(check.title, 60)))
        last.truncate(34, overflow="ellipsis")
        self._live.update(self._task, advance=1, last=last)


class _TextColumn(ProgressColumn):
    """A column that shows a field of its task as it is: rich's own would read it as markup."""

    def __init__(self, field: str) -> None:
        self._field = field
        super().__init__()

    def render(self, task: Task) -> Text:
        text = task.fields[self._field]
        assert isinstance(text, Text)
        return text
