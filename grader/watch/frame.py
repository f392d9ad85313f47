"""The board drawn for a screen: what was saved last in full, the others in a line below."""

import io
from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.language import language, say, say_count
from grader.report import numbers, summary
from grader.report.model import CheckResult, ExerciseResult
from grader.report.terminal import STYLES, mark
from grader.report.terminal_feedback import feedback_block, printed_block, prose
from grader.report.text import one_line
from grader.watch.board import Board, Stage, Standing

_WIDEST = 120


def draw(board: Board, width: int, height: int, color: bool) -> list[str]:
    """At most ``height`` lines of at most ``width`` columns; ``color`` adds ANSI styles."""
    width = min(width, _WIDEST)
    body = _lines([*_head(board), *_body(board, width)], width, color)
    foot = _lines(list(_foot(board, width)), width, color)
    room = max(1, height - len(foot))
    if len(body) > room:
        number = board.shown.exercise.number if board.shown else ""
        more = say("… more than fits here; `grade {number}` shows all", number=number)
        body = [*body[: room - 1], *_lines([Text(more, "dim")], width, color)[:1]]
    return [*body, *foot][:height]


def _lines(parts: list[RenderableType], width: int, color: bool) -> list[str]:
    console = Console(
        file=io.StringIO(), width=width, force_terminal=color, no_color=not color, highlight=False, markup=False,
        emoji=False, color_system="standard" if color else None, legacy_windows=False,
    )  # fmt: skip
    for part in parts:
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def _head(board: Board) -> Iterator[RenderableType]:
    count = say_count("{count} exercise", "{count} exercises", len(board.standings))
    yield Text(say("Watching {what}: {count}. Ctrl-C ends it.", what=one_line(board.what), count=count), "dim")
    if board.sentence:
        yield prose(one_line(board.sentence, 400), "yellow")
    yield Text()


def _body(board: Board, width: int) -> Iterator[RenderableType]:
    if board.shown is None:
        if not board.sentence:
            yield Text(say("Save a file to have it graded."))
        return
    standing = board.shown
    yield _title(standing)
    notice = standing.result.notice if standing.result and standing.stage is Stage.IDLE else None
    if notice is not None:
        yield Text()
        yield Padding(feedback_block(notice, width - 4), (0, 0, 0, 4))
        return
    yield Padding(_strip(standing), (0, 0, 0, 2))
    wrong = [check for check in standing.checks.values() if summary.tone(check.cause) in ("fail", "open")]
    for number, check in enumerate(wrong):
        if number == 0:
            yield Text()
            yield from _explained(check, standing.title(check), width)
            yield Text()
        else:
            yield Padding(_short(check, standing.title(check)), (0, 0, 0, 2))


def _title(standing: Standing) -> RenderableType:
    exercise = standing.exercise
    line = Table.grid(expand=True, padding=(0, 1))
    line.add_column(ratio=1)
    line.add_column(justify="right", no_wrap=True)
    line.add_row(Text(f"{exercise.number}  {one_line(exercise.title_in(language()))}", "bold"), _verdict(standing))
    return line


def _verdict(standing: Standing) -> Text:
    result = standing.result
    if standing.stage is Stage.RUNNING:
        return Text(say("grading …"), "dim")
    if standing.stage is Stage.WAITING or result is None:
        return Text(say("waiting") if standing.stage is Stage.WAITING else "", "dim")
    return Text.assemble(_word(result), "  ", (_points(result), "bold"))


def _word(result: ExerciseResult) -> Text:
    tone, word = summary.verdict(result)
    return Text(word, STYLES[tone])


def _points(result: ExerciseResult) -> str:
    return f"{numbers.points(result.points)} / {numbers.points(result.max_points)}"


def _strip(standing: Standing) -> Text:
    """A mark a check, each in its place, and how many are done."""
    strip = Text()
    for id in standing.order:
        check = standing.checks.get(id)
        strip.append(mark(summary.tone(check.cause)) if check else Text("·", "dim"))
    if standing.stage is Stage.IDLE:  # the verdict says it
        return strip
    passed = sum(check.cause.passed for check in standing.checks.values())
    counted = say_count("{passed} of {count} check passed", "{passed} of {count} checks passed", len(standing.order),
                        passed=passed)  # fmt: skip
    return strip.append(f"  {counted}", "dim") if standing.order else strip


def _explained(check: CheckResult, title: str, width: int) -> Iterator[RenderableType]:
    heading = Text.assemble(mark(summary.tone(check.cause)), " ", prose(one_line(title)), style="bold")
    yield Padding(heading, (0, 0, 0, 2))
    if check.feedback is not None:
        yield Padding(feedback_block(check.feedback, width - 4), (0, 0, 0, 4))
    if check.output is not None:
        yield from (Padding(block, (0, 0, 0, 4)) for block in printed_block(check.output))


def _short(check: CheckResult, title: str) -> Text:
    """A failed check on one line, cut where it does not fit."""
    line = Text.assemble(mark(summary.tone(check.cause)), " ", prose(one_line(title)), no_wrap=True,
                         overflow="ellipsis")  # fmt: skip
    if check.feedback is not None:
        line.append(": ").append(prose(one_line(check.feedback.headline)))
    return line


def _foot(board: Board, width: int) -> Iterator[RenderableType]:
    """Every watched exercise with its mark, as many on a line as fit."""
    yield Text()
    line = Text()
    for standing in board.standings:
        cell = _cell(standing, standing is board.shown)
        if line and line.cell_len + 2 + cell.cell_len > width:
            yield line
            line = Text()
        line = Text.assemble(line, "  ", cell) if line else cell
    yield line


def _cell(standing: Standing, shown: bool) -> Text:
    return Text.assemble(f"{standing.exercise.number} ", _sign(standing), style="bold" if shown else "")


def _sign(standing: Standing) -> Text:
    if standing.stage is not Stage.IDLE:
        return Text("…", "dim")
    if standing.result is not None:
        return mark(summary.verdict(standing.result)[0])
    return mark("pass") if standing.passed_before else Text("·", "dim")
