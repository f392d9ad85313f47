"""What ``grade gradebook`` does."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.batch.gradebook import Gradebook, make_gradebook
from grader.batch.gradebook.book import names_of
from grader.batch.gradebook.feedback import whole_file, write_feedback
from grader.batch.gradebook.sheets import fill_sheet, for_import, moodle_import_csv, own_csv
from grader.batch.journal import Journal
from grader.batch.policy import Policy, named, parse_policy
from grader.batch.reports import summary_line
from grader.batch.standing import standings
from grader.cli.batching import open_run
from grader.cli.console import make_console
from grader.cli.guard import NOT_GRADED, OK
from grader.course import load_course
from grader.course.nearest import did_you_mean
from grader.faults import Fault, UsageFault
from grader.language import say
from grader.report.text import one_line


@dataclass(frozen=True, slots=True)
class MarksRequest:
    run: Path
    policy: Path | None
    out: Path | None
    fill: Path | None
    column: str | None
    moodle_import: Path | None
    item: str
    feedback: Path | None
    show_log: bool
    no_color: bool


def write_marks(request: MarksRequest) -> int:
    """Write what was asked for and say what could not be placed; 3 where somebody has no total."""
    screen = make_console(request.no_color)
    with open_run(request.run) as journal:
        if request.show_log:
            for at, action, facts in journal.audit_log():
                said = ", ".join(f"{key} {one_line(str(value), 60)}" for key, value in facts.items() if key != "text")
                screen.print(f"{at:%Y-%m-%d %H:%M:%S} UTC  {action}: {said}", soft_wrap=True)
            return OK
        policy = current_policy(journal, request.policy)
        book = make_gradebook(journal, policy)
        for sentence in _unknown_in(policy, journal, book):
            screen.print(sentence, soft_wrap=True)
        for sentence in _write(journal, book, request):
            screen.print(sentence, soft_wrap=True)
        return NOT_GRADED if any(line.total is None and not line.excused for line in book.lines) else OK


def current_policy(journal: Journal, path: Path | None) -> Policy:
    """The policy in a file, which is written into the log where it is new, else the one that the log has last."""
    logged = [str(facts["text"]) for _, action, facts in journal.audit_log() if action == "policy"]
    if path is None:
        return parse_policy(logged[-1], say("The run's policy")) if logged else Policy()
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageFault(say("The policy {path} can't be read: {error}.", path=path, error=error)) from None
    policy = parse_policy(text, str(path))
    if not logged or logged[-1] != text:
        journal.audit("policy", {"file": path.name, "sha256": hashlib.sha256(text.encode()).hexdigest(), "text": text})
    return policy


def _unknown_in(policy: Policy, journal: Journal, book: Gradebook) -> Iterator[str]:
    """What the rules name and nothing here answers to: a rule with a misspelt name would do nothing, silently."""
    exercises, students = named(policy)
    ids = {column.exercise for column in book.columns}
    known = ids | {id.partition("/")[0] for id in ids} | _of_course(journal)
    for name in sorted(exercises - known):
        yield say(
            "The policy names the exercise {name}, which is none.{guess}",
            name=one_line(name, 60),
            guess=did_you_mean(name, sorted(known)),
        )
    people = {name for standing in standings(journal) for name in names_of(standing)}
    for name in sorted(each for each in students if each.casefold().strip() not in people):
        guess = did_you_mean(name.casefold(), sorted(people))
        yield say(
            "The policy names the student {name}, whom nobody here is.{guess}", name=one_line(name, 60), guess=guess
        )


def _of_course(journal: Journal) -> set[str]:
    """All ids of the run's course, also of chapters that this run has not graded; none where it is gone."""
    try:
        course = load_course(Path(journal.meta("course") or ""))
    except (Fault, OSError):
        return set()
    return {exercise.id for exercise in course.exercises} | {chapter.id for chapter in course.chapters}


def _write(journal: Journal, book: Gradebook, request: MarksRequest) -> list[str]:
    said = []
    out = request.out or request.run / "grades.csv"
    if request.fill is not None:
        if request.out is None:
            raise UsageFault(say("Say with --out where to write the filled sheet: the exported one is left as it is."))
        filled = fill_sheet(_read(request.fill), book, request.column, summary_line)
        save(out, filled.content)
        said.append(say("Rows filled: {rows}, written to {file}.", rows=filled.filled, file=out))
        said += _names(say("No row in the sheet for"), filled.not_in_sheet)
        said += _names(say("No marks for"), filled.without_mark)
    else:
        text = own_csv(book)
        save(out, text.encode("utf-8-sig"))  # with the mark by which spreadsheets know UTF-8
        said.append(say("{students} students, written to {file}.", students=len(book.lines), file=out))
    if request.moodle_import is not None:
        save(request.moodle_import, moodle_import_csv(book, request.item, summary_line).encode())
        there = {id(line) for line in for_import(book)}
        out_of_it = [line.student.name for line in book.lines if id(line) not in there]
        said.append(
            say(
                "{count} students, for Moodle's import: {moodle_import}.",
                count=len(there),
                moodle_import=request.moodle_import,
            )
        )
        said += _names(say("Left out of it (no total, no e-mail address, or not on the class list):"), out_of_it)
    if request.feedback is not None:
        count = write_feedback(journal, book, request.feedback)
        said.append(say("{number} reports in {file}.", number=count, file=request.feedback))
    said += _names(say("No total, since not everything is graded, for"), [
        line.student.name for line in book.lines if line.total is None and not line.excused
    ])  # fmt: skip
    digest = hashlib.sha256(own_csv(book).encode()).hexdigest()
    journal.audit("gradebook", {"sha256": digest, "students": len(book.lines), "file": out.name})
    return said


def _names(what: str, names: list[str]) -> list[str]:
    if not names:
        return []
    shown = ", ".join(one_line(name, 40) for name in names)
    return [say("{what} {number}: {names}.", what=what, number=len(names), names=shown)]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageFault(
            say("{path} can't be read: {reason}.", path=path, reason=(error.strerror or say("unknown error")).lower())
        ) from None


def save(path: Path, content: bytes) -> None:
    """Write a file, wholly or not at all. Raises UsageFault where that can't be."""
    with whole_file(path) as file:
        file.write(content)
