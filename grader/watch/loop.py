"""The round: wait for a save, grade what it touches, show how it stands; begin anew where a save comes meanwhile."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from grader.course import Exercise
from grader.faults import Fault
from grader.judge.grading import OnCheck
from grader.language import say
from grader.report.model import CheckResult, Report
from grader.report.student import student_check, student_copy
from grader.submission import Submission
from grader.watch.board import Board, Stage, Standing
from grader.watch.inbox import Inbox, affected
from grader.watch.stoppable import Superseded

_TICK_SECONDS = 0.25  # between looks at the window's size


class View(Protocol):
    """Where a board is shown: a screen, or lines of text."""

    def show(self, board: Board) -> None: ...
    def saved(self, board: Board, standing: Standing) -> None: ...
    def ended(self, board: Board, standing: Standing) -> None: ...
    def tick(self) -> None: ...


class Grade(Protocol):
    """Grades one exercise. Raises Superseded where it was broken off, Fault where it could not be done."""

    def __call__(
        self, exercise: Exercise, submission: Submission, first: frozenset[str], on_ending: OnCheck, on_check: OnCheck
    ) -> Report: ...


class Round:
    """Grades from ``inbox`` for as long as ``run`` is let run, which an exception ends (Ctrl-C).

    ``keep`` remembers a report once it is on the screen. ``uses``: what each exercise uses, directly or not.
    """

    def __init__(
        self,
        board: Board,
        inbox: Inbox,
        view: View,
        grade: Grade,
        keep: Callable[[Report], None],
        uses: Mapping[str, frozenset[str]],
    ) -> None:
        self._board = board
        self._inbox = inbox
        self._view = view
        self._grade = grade
        self._keep = keep
        self._uses = uses
        self._waiting: list[Exercise] = []
        self._submission: Submission | None = None
        self._saved: list[Standing] = []  # what the last save touches, what was saved first

    def run(self) -> None:
        self._view.show(self._board)
        while True:
            self.step()

    def step(self) -> None:
        """Grade the next exercise, or wait a moment for a save."""
        if self._inbox.waits(None if self._waiting else _TICK_SECONDS):
            self._take_in()
        if self._waiting and self._submission is not None:
            self._do(self._waiting.pop(0))
        else:
            self._view.tick()

    def _take_in(self) -> None:
        self._submission, touched = self._inbox.take()
        self._board.sentence = ""
        if self._submission is None:
            self._waiting.clear()
            self._board.sentence = say("The workspace is not there any more. It is graded again when it comes back.")
        saved = affected(touched, [each.exercise for each in self._board.standings], self._uses)
        if saved:
            self._saved = [self._board.of(exercise) for exercise in saved]
        self._waiting = [*saved, *(each for each in self._waiting if each not in saved)]
        for standing in self._board.standings:
            standing.stage = Stage.WAITING if standing.exercise in self._waiting else Stage.IDLE
        if not self._waiting:
            self._view.show(self._board)

    def _do(self, exercise: Exercise) -> None:
        assert self._submission is not None
        standing = self._board.of(exercise)
        first, told = standing.failed, partial(self._told, standing)
        standing.begin()
        if not self._explains_the_save(self._board.shown):
            self._board.shown = standing
        self._view.saved(self._board, standing)
        try:
            report = self._grade(exercise, self._submission, first, told, told)
        except Superseded:
            standing.stage = Stage.WAITING
            self._waiting.append(exercise)
            return
        except Fault as fault:
            standing.stage = Stage.IDLE
            self._board.sentence = str(fault)
            self._view.show(self._board)
            return
        standing.end(student_copy(report).exercises[0])
        if not self._waiting and self._saved and not _failed(self._board.shown):
            self._board.shown = self._saved[0]
        self._view.ended(self._board, standing)
        self._remember(report)

    def _explains_the_save(self, shown: Standing | None) -> bool:
        """Whether what is on the screen is what the last save broke: nothing that comes after it is read first."""
        return _failed(shown) and any(shown is each for each in self._saved)

    def _told(self, standing: Standing, check: CheckResult) -> None:
        standing.add(student_check(check))
        self._view.show(self._board)

    def _remember(self, report: Report) -> None:
        try:
            self._keep(report)
        except Fault as fault:
            self._board.sentence = str(fault)
            self._view.show(self._board)


def _failed(standing: Standing | None) -> bool:
    """Whether it is graded as it is, and did not pass."""
    if standing is None or standing.stage is not Stage.IDLE:
        return False
    return standing.result is not None and not standing.result.passed


def begun(board: Board, submission: Submission) -> list[str]:
    """What to grade at the start: what is there and has not passed as it is."""
    return [
        each.exercise.id for each in board.standings if not each.passed_before and each.exercise.id in submission.files
    ]


def all_used(exercises: Sequence[Exercise], find: Callable[[str], Exercise]) -> dict[str, frozenset[str]]:
    """What each exercise uses, and what that uses in turn, by id."""
    return {exercise.id: frozenset(_used(exercise, find)) for exercise in exercises}


def _used(exercise: Exercise, find: Callable[[str], Exercise]) -> set[str]:
    found: set[str] = set()
    waiting = list(exercise.uses)
    while waiting:
        id = waiting.pop()
        if id not in found:
            found.add(id)
            waiting.extend(find(id).uses)
    return found
