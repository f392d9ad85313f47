"""What ``grade watch`` puts together: the workspace, a warm sandbox, the terminal, and the round."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import interrupt
from grader.cli.guard import OK
from grader.cli.places import Place
from grader.cli.standing import attempts_of, passed_as_they_are, with_hints_taken, with_used
from grader.cli.warm import warming_sandbox
from grader.course import Exercise, Workspace
from grader.faults import StudentFault
from grader.judge.foresight import SPARES
from grader.language import say
from grader.report.model import CheckResult, Report
from grader.submission import Submission, read_submission
from grader.watch.board import Board, Standing
from grader.watch.inbox import Inbox
from grader.watch.log import Log
from grader.watch.look import Look
from grader.watch.saves import Saves
from grader.watch.screen import Screen

if TYPE_CHECKING:
    from grader.watch.stoppable import StoppableSandbox

_CTRL_C = 128 + signal.SIGINT


def watch(place: Place, exercises: Sequence[Exercise], what: str, kind: str, *, plain: bool = False) -> int:
    """Grade what is saved, until Ctrl-C; 0 then. ``plain``: lines of text on a terminal too."""
    board = Board(what, [Standing(exercise) for exercise in exercises])
    live = not plain and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    try:
        with (
            warming_sandbox(kind, place.course) as warming,
            Screen(sys.stdout) if live else Log(sys.stdout) as view,
            interrupt.ending_with(partial(_end_at_once, view)),
        ):
            board.sentence = say("Getting ready …")
            view.show(board)
            from grader.watch.stoppable import StoppableSandbox

            inbox = Inbox()
            sandbox = StoppableSandbox(warming.result(), inbox.waits)
            _watch(place, board, view, inbox, sandbox)
    except KeyboardInterrupt as stopped:
        if getattr(stopped, "exit_code", _CTRL_C) != _CTRL_C:  # a polite kill
            raise
    _leave(board)
    return OK


def _end_at_once(view: Screen | Log, number: int) -> int:
    """Ctrl-C amid an import that takes long, of torch as a rule."""
    view.give_back()
    return OK if number == signal.SIGINT else 128 + number


def _watch(place: Place, board: Board, view: Screen | Log, inbox: Inbox, sandbox: "StoppableSandbox") -> None:
    from grader.watch.loop import Round, all_used, begun  # imports torch, as the sandbox does at the same time

    workspace, course = place.require_workspace(), place.course
    exercises = [standing.exercise for standing in board.standings]
    everything = with_used(exercises, course)

    def changed(submission: Submission | None, touched: list[str]) -> None:
        inbox.put(submission, touched)
        sandbox.stop()

    look = Look(partial(_read, workspace, everything), changed)
    submission = look.first()
    for standing in board.standings:
        passed = passed_as_they_are(workspace, submission) if submission else []
        standing.passed_before = standing.exercise.id in passed
    grade = partial(_grade, place, workspace, sandbox)
    board.sentence = ""
    inbox.put(submission, begun(board, submission) if submission else [])
    if not inbox.holds:
        _warm_up(place, exercises[0], sandbox)
    with Saves(partial(_folders, workspace, everything), inbox.guarded(look)):
        Round(board, inbox, view, grade, partial(_keep, workspace), all_used(exercises, course.exercise)).run()


def _read(workspace: Workspace, exercises: Sequence[Exercise]) -> Submission | None:
    try:
        return read_submission(workspace.root, exercises)
    except StudentFault:  # there is nothing
        return None


def _folders(workspace: Workspace, exercises: Sequence[Exercise]) -> list[Path]:
    """Where a file of these exercises may lie, as far as it is there."""
    folders = {workspace.root: None}
    for exercise in exercises:
        chapter = workspace.folder(exercise.chapter)
        folders |= dict.fromkeys((chapter, chapter / exercise.name, workspace.root / exercise.name))
    return [folder for folder in folders if folder.is_dir()]


def _grade(
    place: Place,
    workspace: Workspace,
    sandbox: "StoppableSandbox",
    exercise: Exercise,
    submission: Submission,
    first: frozenset[str],
    on_ending: Callable[[CheckResult], None],
    on_check: Callable[[CheckResult], None],
) -> Report:
    from grader.judge.session import grade

    def unless_over(tell: Callable[[CheckResult], None], check: CheckResult) -> None:
        interrupt.raise_if_pending()
        sandbox.raise_if_stopped()
        tell(check)

    report = grade(
        [exercise], submission, sandbox, course=place.course, passed=passed_as_they_are(workspace, submission),
        first=first, on_ending=partial(unless_over, on_ending), on_check=partial(unless_over, on_check),
    )  # fmt: skip
    interrupt.raise_if_pending()
    sandbox.raise_if_stopped()
    sandbox.prepare(exercise.limits, SPARES, compiler=True)  # once, while the verdict is read: a later save may use it
    return with_hints_taken(report, workspace)


def _warm_up(place: Place, exercise: Exercise, sandbox: "StoppableSandbox") -> None:
    """Where there is nothing to grade yet: have everything imported, and workers waiting, for the first save."""
    from grader.judge.session import grade

    sandbox.prepare(exercise.limits, SPARES, compiler=True)
    grade([exercise], Submission(None), sandbox, course=place.course)


def _keep(workspace: Workspace, report: Report) -> None:
    workspace.progress.add(attempts_of(report))


def _leave(board: Board) -> None:
    """How it stands, a line for each exercise that was graded."""
    log = Log(sys.stdout)
    for standing in board.standings:
        log.ended(board, standing)
