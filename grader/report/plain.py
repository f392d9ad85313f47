"""Feedback in plain text, for platforms that show a text a check."""

from collections.abc import Iterator

from grader.language import say
from grader.report.model import CheckResult, ExerciseResult, Feedback, Frame, Report
from grader.report.sketch import sketch
from grader.report.standing import sentences
from grader.report.summary import titles, to_look_at, word
from grader.report.text import binding, clean, one_line

_TEXT_LIMIT = 2_000
_WIDTH = 72


def check_text(check: CheckResult) -> str:
    """Everything that is said about one check, as lines of text; "" where there is nothing to say."""
    lines = [] if check.cause.passed else [say("{word}.", word=word(check.cause).capitalize())]
    lines += feedback_lines(check.feedback) if check.feedback is not None else ()
    if check.output is not None:
        lines += _printed(say("printed"), check.output.stdout)
        lines += _printed(say("printed to stderr"), check.output.stderr)
    return "\n".join(lines)


def feedback_lines(feedback: Feedback) -> Iterator[str]:
    """The headline first, then what helps to see it."""
    yield clean(feedback.headline, _TEXT_LIMIT)
    if feedback.misunderstanding:
        yield say("A known mix-up: {hint}", hint=clean(feedback.misunderstanding, _TEXT_LIMIT))
    yield from (clean(detail, _TEXT_LIMIT) for detail in feedback.details)
    facts = ((say("expected"), feedback.expected), (say("actual"), feedback.actual), (say("where"), feedback.where))
    for name, value in facts:
        if value is not None:
            yield from _labelled(name, clean(value, _TEXT_LIMIT))
    if feedback.smallest_input:
        bindings = [binding(name, text, _TEXT_LIMIT) for name, text in feedback.smallest_input.items()]
        yield from _labelled(say("smallest input"), "\n".join(bindings))
    for picture in feedback.pictures:
        title, *lines = sketch(picture, _WIDTH)
        yield from _labelled(title, "\n".join(lines))
    if feedback.traceback:
        yield from _labelled(say("in your code"), "\n".join(map(_frame, feedback.traceback)))
    if feedback.hint:
        yield say("What to look at: {hint}", hint=clean(feedback.hint, _TEXT_LIMIT))


def _frame(frame: Frame) -> str:
    """Code that is in no function has its place alone."""
    place, source = f"{one_line(frame.file)}:{frame.line}", one_line(frame.source)
    if not frame.function:
        return f"{place}: {source}"
    return say("{place} in {function}: {source}", place=place, function=one_line(frame.function), source=source)


def check_names(exercise: ExerciseResult) -> list[str]:
    """A name a check, on one line: "3.1 Linear regression: values are right"."""
    return [one_line(f"{exercise.number} {exercise.title}: {title}") for title in titles(exercise)]


def to_read(exercise: ExerciseResult) -> list[tuple[str, CheckResult]]:
    """(name, check) of each check whose feedback is worth reading."""
    names = {check.id: name for name, check in zip(check_names(exercise), exercise.checks, strict=True)}
    return [(names[check.id], check) for check in to_look_at(exercise)]


def summary_text(report: Report, *, for_instructor: bool = False) -> str:
    """What a whole report amounts to, and what is said about whole files."""
    said_of_all = sentences(report, for_instructor=for_instructor)
    lines = [say("{sentence}.", sentence=say("; ").join(said_of_all))]
    for exercise in report.exercises:
        if exercise.notice is not None:
            said = " ".join(feedback_lines(exercise.notice))
            lines.append(f"{exercise.number} {one_line(exercise.title)}: {said}")
        lines += (f"{exercise.number} {one_line(exercise.title)}: {clean(remark)}" for remark in exercise.remarks)
    return "\n".join(lines)


def _printed(what: str, text: str) -> Iterator[str]:
    if text:
        yield from _labelled(what, clean(text, _TEXT_LIMIT).rstrip("\n"))


def _labelled(name: str, text: str) -> Iterator[str]:
    yield say("{label}:", label=name)
    yield from (f"  {line}" for line in text.split("\n"))
