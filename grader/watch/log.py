"""The same as lines of text, one after another, where there is no terminal to draw on."""

from types import TracebackType
from typing import Self, TextIO

from grader.language import say
from grader.report import summary
from grader.report.model import CheckResult
from grader.report.numbers import points
from grader.report.text import ascii_only, one_line
from grader.watch.board import Board, Stage, Standing


class Log:
    """Prints what failed as it comes, and a line when an exercise is done."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._told: set[str] = set()  # of the grading under way: ids of checks, and what was said of them
        self._sentence = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def give_back(self) -> None:
        pass

    def show(self, board: Board) -> None:
        if board.sentence and board.sentence != self._sentence:
            self._print(one_line(board.sentence, 400))
        self._sentence = board.sentence
        standing = next((each for each in board.standings if each.stage is Stage.RUNNING), None)
        if standing is None:
            return
        for check in standing.checks.values():
            if summary.tone(check.cause) in ("fail", "open") and check.id not in self._told:
                self._told.add(check.id)
                said = check.feedback.headline if check.feedback else check.id
                if said not in self._told:  # what is wrong with the whole file is said of each check
                    self._told.add(said)
                    self._print(_failed(check, standing.title(check)))

    def saved(self, board: Board, standing: Standing) -> None:
        self._told.clear()
        self._print(say("{number} {name}: grading", number=standing.exercise.number, name=standing.exercise.name))

    def ended(self, board: Board, standing: Standing) -> None:
        result = standing.result
        if result is None:
            return
        tone, words = summary.verdict(result)
        score = f"{points(result.points)}/{points(result.max_points)}"
        if result.notice is not None and result.notice.headline not in self._told:
            self._print(f"  {one_line(result.notice.headline, 400)}")
        self._print(f"{summary.MARKS[tone]} {result.number} {score} {one_line(result.title)}: {words}")

    def tick(self) -> None:
        pass

    def _print(self, line: str) -> None:
        text = f"{line}\n"
        try:
            text.encode(self._file.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            text = ascii_only(text)
        self._file.write(text)
        self._file.flush()


def _failed(check: CheckResult, title: str) -> str:
    line = f"  {summary.MARKS[summary.tone(check.cause)]} {one_line(title)}"
    return f"{line}: {one_line(check.feedback.headline, 400)}" if check.feedback else line
