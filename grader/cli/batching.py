"""What ``grade batch`` does: take in, grade what is new, write the gradebook, tell."""

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from grader.batch.intake import take_in
from grader.batch.journal import Journal
from grader.batch.pool import Executor
from grader.batch.run import Run, Tally
from grader.batch.standing import marks, standings
from grader.cli.console import make_console
from grader.cli.guard import NOT_GRADED, OK
from grader.cli.places import find_place
from grader.cli.pulse import Pulse
from grader.course import Course, Exercise, resolve_targets
from grader.faults import UsageFault
from grader.language import say
from grader.report.text import one_line

JOURNAL = "journal.sqlite"


@dataclass(frozen=True, slots=True)
class BatchRequest:
    submissions: Path
    targets: Sequence[str]
    run: Path | None
    roster: Path | None
    pattern: str | None
    course: Path | None
    sandbox: str
    device: str
    gpus: str | None
    jobs: int | None
    seed: int | None
    scheduler: str | None
    quiet: bool
    no_color: bool


def grade_batch(request: BatchRequest) -> int:
    """Grade a class and print the total; the exit code says whether everything could be graded."""
    from grader.batch.roster import read_roster

    course = find_place(request.course).course
    exercises = resolve_targets(course, request.targets, ())
    roster = read_roster(request.roster) if request.roster else None
    intake = take_in(request.submissions, [exercise.name for exercise in exercises], request.pattern)
    folder = request.run or Path(f"{request.submissions.resolve().name}.graded")
    _see_that_it_lies_outside(folder, request.submissions)
    with open_run(folder, create=True) as journal, alone(folder), Live(request.quiet) as live:
        journal.set_meta("course", str(course.root))
        journal.set_meta("device", request.device)
        journal.set_meta("title", course.title)
        journal.set_meta("columns", columns_meta(journal, course, exercises))
        if roster is not None:
            journal.set_roster(roster.students)
        run = Run(journal, course, exercises, request.device)
        run.take(intake, live)
        tally = Tally(*journal.count())
        if tally.to_do:
            with (
                told_when_stopped(run, live),
                contextlib.closing(_executor(request, course.root, tally.to_do)) as executor,
            ):
                tally = run.grade_all(executor, live)
        live.stop()
        _tell(journal, tally, folder, intake.layout, request)
        journal.audit("batch", {"layout": intake.layout, "course_version": course.version, "graded": tally.done})
        return NOT_GRADED if tally.failed else OK


def columns_meta(journal: Journal, course: Course, exercises: Sequence[Exercise]) -> str:
    """What the gradebook needs of the course, of this call's exercises and of earlier calls' for the same run."""
    before = {row["id"]: row for row in json.loads(journal.meta("columns") or "[]")}
    now = {
        each.id: {"id": each.id, "number": each.number, "title": each.title, "points": each.points}
        for each in exercises
    }
    merged = {**before, **now}
    order = {exercise.id: position for position, exercise in enumerate(course.exercises)}
    return json.dumps(sorted(merged.values(), key=lambda row: order.get(row["id"], len(order))))


def open_run(folder: Path, *, create: bool = False) -> Journal:
    """The journal in a run's folder. Raises UsageFault where there is none and none is to be made."""
    path = folder / JOURNAL
    if create:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageFault(
                say(
                    "The folder {folder} can't be made: {reason}.",
                    folder=folder,
                    reason=(error.strerror or say("unknown error")).lower(),
                )
            ) from None
    elif not path.is_file():
        raise UsageFault(
            say("{folder} holds no run: give the folder that `grade batch` wrote its journal to.", folder=folder)
        )
    return Journal(path)


def _see_that_it_lies_outside(folder: Path, submissions: Path) -> None:
    """Else the next call would take the run itself for a student's folder."""
    if submissions.is_dir() and folder.resolve().is_relative_to(submissions.resolve()):
        raise UsageFault(
            say("{folder} lies among the submissions: name another folder for the run with --to.", folder=folder)
        )


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other process grades for this run meanwhile; a killed one leaves no lock. Raises UsageFault."""
    lock = FileLock(folder / "lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise UsageFault(
            say("Another process is grading for {folder} right now: wait for it, or stop it.", folder=folder)
        ) from None
    except OSError as error:
        raise UsageFault(
            say(
                "{folder} can't be written to: {reason}.",
                folder=folder,
                reason=(error.strerror or say("unknown error")).lower(),
            )
        ) from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def told_when_stopped(run: Run, live: "Live") -> Iterator[None]:
    """Ctrl-C ends a run with a word on how far it came."""
    try:
        yield
    except KeyboardInterrupt:
        live.stop()
        tally = run.tally
        failed = say(", {number} could not be graded", number=tally.failed) if tally.failed else ""
        sys.stderr.write(
            say(
                "\nStopped: {done} of {to_do} answers were graded{failed}. All of them are kept: the same "
                "command goes on from here.\n",
                done=tally.done,
                to_do=tally.to_do,
                failed=failed,
            )
        )
        raise


def _executor(request: BatchRequest, course: Path, to_do: int) -> Executor:
    from grader.batch.pool import LocalExecutor, Setting

    setting = Setting(course, request.sandbox, request.device, request.seed, gpus=request.gpus)
    if request.scheduler:
        from grader.batch.cluster import ClusterExecutor

        return ClusterExecutor(setting, request.scheduler)
    return LocalExecutor(setting, min(request.jobs or cores(), to_do))


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Live:
    """Progress on standard error: a bar where that is a terminal, a line every half minute elsewhere."""

    def __init__(self, quiet: bool) -> None:
        from rich.console import Console

        screen = Console(stderr=True, markup=False, emoji=False, highlight=False)
        self._bar = Progress(
            SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=30), MofNCompleteColumn(),
            TextColumn("{task.fields[failed]}"), TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
            TextColumn("{task.fields[now]}"),
            console=screen, transient=True, disable=quiet or not screen.is_terminal,
        )  # fmt: skip
        self._pulse = None if quiet or screen.is_terminal else Pulse(sys.stderr)
        self._task: TaskID | None = None
        self._phase = ""
        self._began = 0.0

    def taken(self, done: int, count: int) -> None:
        self._show(say("Reading"), done, count)

    def graded(self, tally: Tally, current: Sequence[str]) -> None:
        now = ", ".join(one_line(name, 20) for name in current[:3])
        failed = say("{number} not graded", number=tally.failed) if tally.failed else ""
        self._show(say("Grading"), tally.done, tally.to_do, now=now, failed=failed)

    def _show(self, phase: str, done: int, count: int, *, now: str = "", failed: str = "") -> None:
        if phase != self._phase:
            self._phase, self._began = phase, time.monotonic()
            if self._task is not None:
                self._bar.remove_task(self._task)
            self._task = self._bar.add_task(phase, total=count, rate="", now="", failed="")
        assert self._task is not None
        seconds = time.monotonic() - self._began
        rate = f"{done / seconds:.1f}/s" if seconds > 1 and done else ""
        self._bar.update(self._task, completed=done, total=count, rate=rate, now=now, failed=failed)
        if self._pulse is not None:
            self._pulse.beat(say("{phase}: {done} of {count}", phase=phase, done=done, count=count))

    def stop(self) -> None:
        self._bar.stop()

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()


def _tell(journal: Journal, tally: Tally, folder: Path, layout: str, request: BatchRequest) -> None:
    """The total, what could not be used by student, what was not graded, who handed in nothing."""
    screen = make_console(request.no_color)
    people = standings(journal)
    handed_in = [standing for standing in people if standing.papers]
    screen.print(
        say(
            "{students} students handed in ({layout}): {answers} answers, {to_do} graded now, {known} "
            "known from before or the same as another's.",
            students=len(handed_in),
            layout=layout,
            answers=tally.answers,
            to_do=tally.to_do,
            known=tally.known,
        ),
        soft_wrap=True,
    )
    for problem in journal.problems():
        who = f"{one_line(problem.student)}: " if problem.student else ""
        screen.print(f"  {who}{problem.sentence}", soft_wrap=True)
    for standing in handed_in:
        for paper in standing.papers:
            for mark in marks(journal, paper):
                if mark.points is None:
                    screen.print(
                        say(
                            "  {name}, {exercise}: not graded. {why}",
                            name=one_line(standing.student.name),
                            exercise=mark.exercise,
                            why=mark.why,
                        ),
                        soft_wrap=True,
                    )
    absent = [standing.student.name for standing in people if standing.listed and not standing.papers]
    if absent:
        screen.print(
            say(
                "Nothing from {number} of the class list: {names}.",
                number=len(absent),
                names=", ".join(one_line(name, 40) for name in absent),
            ),
            soft_wrap=True,
        )
    unknown = [standing.student.name for standing in handed_in if not standing.listed]
    if unknown and len(unknown) < len(people):
        screen.print(
            say("Not on the class list: {names}.", names=", ".join(one_line(name, 40) for name in unknown)),
            soft_wrap=True,
        )
    screen.print(say("Kept in {folder}. `grade gradebook {folder}` writes the marks.", folder=folder), soft_wrap=True)
