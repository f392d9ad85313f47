"""What is done with a run that is there: the class report, the pairs that look alike, grading anew."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from grader.batch.changes import changes
from grader.batch.gradebook import make_gradebook
from grader.batch.journal import Journal, now
from grader.batch.pages.class_report import render_class
from grader.batch.pages.similar_page import Shown, render_similar, shown
from grader.batch.pool import LocalExecutor, Setting
from grader.batch.run import Run
from grader.batch.similar import similar
from grader.batch.standing import standings
from grader.cli.batching import Live, alone, columns_meta, cores, open_run, told_when_stopped
from grader.cli.console import make_console
from grader.cli.guard import NOT_GRADED, OK
from grader.cli.marks import current_policy, save
from grader.cli.options import gpus_wanted
from grader.cli.places import find_place
from grader.course import Course, Exercise, load_course
from grader.faults import Fault, UsageFault
from grader.language import say, say_count
from grader.report.text import one_line


def write_class(folder: Path, out: Path | None, no_color: bool) -> int:
    """Write the page and say where it is."""
    with open_run(folder) as journal:
        book = make_gradebook(journal, current_policy(journal, None))
        page = render_class(journal, book, journal.meta("title") or folder.name)
    path = out or folder / "class.html"
    save(path, page.encode("utf-8"))
    make_console(no_color).print(
        say("The class report of {students} students: {path}.", students=len(book.lines), path=path), soft_wrap=True
    )
    return OK


def write_similar(folder: Path, least: float, out: Path | None, no_color: bool) -> int:
    """Write the page with all pairs, and list them."""
    screen = make_console(no_color)
    with open_run(folder) as journal:
        course = course_of(journal, None)
        pairs = [pair for exercise in exercises_of(journal, course) for pair in _pairs(journal, exercise, least)]
        title = journal.meta("title") or folder.name
    path = out or folder / "similar.html"
    save(path, render_similar(sorted(pairs, key=lambda pair: -pair.percent), title).encode("utf-8"))
    for pair in sorted(pairs, key=lambda pair: -pair.percent):
        who = say(
            "{first} and {second}",
            first=one_line(pair.first.student, 40),
            second=one_line(pair.second.student, 40),
        )
        screen.print(f"{pair.percent:>3}%  {pair.exercise}: {who}", soft_wrap=True)
    screen.print(
        say("{pairs} pairs to look at, side by side: {path}. This is no verdict.", pairs=len(pairs), path=path),
        soft_wrap=True,
    )
    return OK


def _pairs(journal: Journal, exercise: Exercise, least: float) -> Iterator[Shown]:
    """By paper: a group's is one answer, and two students of one name are two."""
    names: dict[str, str] = {}
    answers: dict[str, str] = {}
    for standing in standings(journal):
        for paper in standing.papers[-1:]:
            if str(paper.id) in names:
                names[str(paper.id)] += f", {standing.student.name}"
                continue
            for answer in journal.answers(paper.id):
                if answer.exercise == exercise.id and answer.sha256:
                    names[str(paper.id)] = standing.student.name
                    answers[str(paper.id)] = journal.content(answer.sha256).decode("utf-8", "replace")
    given = [path.read_text(encoding="utf-8") for path in (exercise.stub, exercise.fixtures) if path]
    for pair in similar(answers, "\n".join(given), least):
        sides = ((names[each], answers[each]) for each in (pair.first, pair.second))
        yield shown(f"{exercise.number} {exercise.title}", pair, *sides)


def regrade(folder: Path, place: Path | None, sandbox: str, jobs: int | None, no_color: bool) -> int:
    """Grade what depends on a changed exercise and list what moved."""
    screen = make_console(no_color)
    with open_run(folder) as journal, alone(folder), Live(quiet=False) as live:
        course = course_of(journal, place)
        exercises = exercises_of(journal, course)
        run = Run(journal, course, exercises, journal.meta("device") or "cpu")
        # A regrade that was stopped is gone on with: what moved is told from its beginning.
        since = journal.meta("regrading") or now()
        journal.set_meta("regrading", since)
        run.take_again()
        journal.set_meta("columns", columns_meta(journal, course, exercises))
        _, _, to_do = journal.count()
        failed = 0
        if to_do:
            device = journal.meta("device") or "cpu"
            setting = Setting(course.root, sandbox, device, gpus=gpus_wanted(None, sandbox, device))
            judges = min(jobs or cores(), to_do)
            with told_when_stopped(run, live), contextlib.closing(LocalExecutor(setting, judges)) as executor:
                failed = run.grade_all(executor, live).failed
        live.stop()
        journal.audit("regrade", {"course_version": course.version, "graded": to_do})
        moved = list(changes(journal, since))
        journal.set_meta("regrading", "")
        for change in moved:
            why = "; ".join(change.why)
            screen.print(
                say(
                    "{student}, {number}: {before:g} → {after:g} of {whole:g}. {why}",
                    student=one_line(change.student, 40), number=change.number, before=change.before,
                    after=change.after, whole=change.max_points, why=one_line(why, 300),
                ), soft_wrap=True,
            )  # fmt: skip
        screen.print(_regraded(to_do, len(moved)), soft_wrap=True)
        return NOT_GRADED if failed else OK


def _regraded(answers: int, moved: int) -> str:
    if not answers and not moved:
        return say("Nothing has changed: no answer had to be graded anew.")
    graded = say_count("{count} answer graded anew", "{count} answers graded anew", answers)
    if not moved:
        return say("{graded}. No score has changed.", graded=graded)
    scores = say_count("{count} score has changed", "{count} scores have changed", moved)
    return say("{graded}, {scores}.", graded=graded, scores=scores)


def course_of(journal: Journal, place: Path | None) -> Course:
    """The course that was named, or that the run was graded with. Raises UsageFault where that is gone."""
    if place is not None:
        return find_place(place).course
    root = journal.meta("course")
    try:
        return load_course(Path(root or ""))
    except (Fault, OSError):
        raise UsageFault(
            say("The course of this run is not at {root} any more: name it with --course.", root=root)
        ) from None


def exercises_of(journal: Journal, course: Course) -> list[Exercise]:
    """The run's exercises that the course still has."""
    ids = {row["id"] for row in json.loads(journal.meta("columns") or "[]")}
    return [exercise for exercise in course.exercises if exercise.id in ids]
