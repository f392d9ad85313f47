"""Counts and words that all formats share: how a check ended, what a whole exercise or report amounts to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from grader.report.model import CheckResult, ExerciseResult, Report
from grader.report.numbers import plural
from grader.verdict import Cause

Tone = Literal["pass", "fail", "skip", "open"]  # open: not graded, it does not count

WORDS: dict[Cause, str] = {
    Cause.PASSED: "passed",
    Cause.FAILED: "failed",
    Cause.RAISED: "raised an error",
    Cause.MISSING: "not in the file",
    Cause.NOT_IMPLEMENTED: "not attempted yet",
    Cause.IMPORT_ERROR: "file cannot be imported",
    Cause.TIMEOUT: "out of time",
    Cause.MEMORY: "out of memory",
    Cause.OUTPUT: "printed too much",
    Cause.PROCESSES: "too many processes",
    Cause.DISK: "wrote too much",
    Cause.DENIED: "not allowed",
    Cause.EXITED: "ended by itself",
    Cause.PROTOCOL: "broke the protocol",
    Cause.SKIPPED: "skipped",
    Cause.NOT_RUN: "not run",
    Cause.BROKEN_CHECK: "broken check, not counted",
    Cause.INFRASTRUCTURE: "not graded, not counted",
}
ISOLATION = {"full": "full isolation", "reduced": "reduced isolation", "none": "not isolated"}
MARKS: dict[Tone, str] = {"pass": "✓", "fail": "✗", "skip": "–", "open": "○"}


def tone(cause: Cause) -> Tone:
    """How a check is marked: what was skipped or not attempted is no failure to look into."""
    if cause.passed:
        return "pass"
    if not cause.graded:
        return "open"
    return "skip" if cause in (Cause.SKIPPED, Cause.NOT_IMPLEMENTED) else "fail"


def withheld(check: CheckResult) -> bool:
    """Whether a student is not shown what there is to say about this check."""
    return check.visibility == "hidden" and check.feedback_level != "full" and tone(check.cause) == "fail"


def has_something_to_say(check: CheckResult) -> bool:
    """Whether there is more to a check than its title and how it ended."""
    output = check.output is not None and bool(check.output.stdout or check.output.stderr)
    return check.feedback is not None or output or check.instructor is not None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many checks ended in which way. ``visible`` and ``hidden`` are (passed, graded)."""

    visible: tuple[int, int]
    hidden: tuple[int, int]
    skipped: int
    not_attempted: int
    withheld: int
    not_run: int
    not_graded: int

    @property
    def passed(self) -> int:
        return self.visible[0] + self.hidden[0]

    @property
    def graded(self) -> int:
        return self.visible[1] + self.hidden[1]

    def sentences(self, *, for_instructor: bool = False) -> list[str]:
        """The tally in words: "7 of 9 visible checks passed", "2 checks skipped" …"""
        parts = [
            f"{passed} of {plural(graded, f'{kind} check')} passed"
            for kind, (passed, graded) in (("visible", self.visible), ("hidden", self.hidden))
            if graded
        ]
        if self.withheld and not for_instructor:
            parts.append(f"details of {plural(self.withheld, 'hidden check')} not shown")
        counts = ((self.skipped, "skipped"), (self.not_attempted, "not attempted yet"))
        parts += [f"{plural(count, 'check')} {what}" for count, what in counts if count]
        if self.not_run:
            parts.append(f"{plural(self.not_run, 'check')} not run (this machine lacks what they need), not counted")
        if self.not_graded:
            parts.append(f"{plural(self.not_graded, 'check')} could not be graded, not counted")
        return parts or ["no checks"]


def tally(checks: Iterable[CheckResult]) -> Tally:
    checks = list(checks)
    causes = [check.cause for check in checks]
    not_run = causes.count(Cause.NOT_RUN)
    return Tally(
        visible=_passed(check for check in checks if check.visibility == "visible"),
        hidden=_passed(check for check in checks if check.visibility == "hidden"),
        skipped=causes.count(Cause.SKIPPED),
        not_attempted=causes.count(Cause.NOT_IMPLEMENTED),
        withheld=sum(withheld(check) for check in checks),
        not_run=not_run,
        not_graded=sum(not cause.graded for cause in causes) - not_run,
    )


def verdict(exercise: ExerciseResult) -> tuple[Tone, str]:
    """An exercise in a few words: how it is marked, and the word beside the mark."""
    graded = [check for check in exercise.checks if check.cause.graded]
    if not graded:
        return "open", "not graded"
    if exercise.passed:
        return "pass", "all passed" if len(graded) == len(exercise.checks) else "passed what was graded"
    if all(check.cause is Cause.NOT_IMPLEMENTED or check.cause is Cause.SKIPPED for check in graded):
        return "skip", "not attempted yet"
    passed = sum(check.cause.passed for check in graded)
    return "fail", f"{passed} of {len(graded)} passed"


@dataclass(frozen=True, slots=True)
class Chapter:
    """The exercises of one chapter, each with its place in the report (from 1)."""

    title: str
    exercises: list[tuple[int, ExerciseResult]]

    @property
    def points(self) -> float:
        return sum(exercise.points for _, exercise in self.exercises)

    @property
    def max_points(self) -> float:
        return sum(exercise.max_points for _, exercise in self.exercises)


def chapters(report: Report) -> list[Chapter]:
    """The report by chapter, in its own order; a chapter without a title is called by its id."""
    found: dict[str, list[tuple[int, ExerciseResult]]] = {}
    for place, exercise in enumerate(report.exercises, start=1):
        found.setdefault(exercise.chapter, []).append((place, exercise))
    return [Chapter(report.chapters.get(id, id), exercises) for id, exercises in found.items()]


def titles(exercise: ExerciseResult) -> list[str]:
    """The title of each check; where several have the same one, each with its case: "Values are right (lowmem)"."""
    counts = Counter(check.title for check in exercise.checks)
    return [_with_case(check) if counts[check.title] > 1 else check.title for check in exercise.checks]


def _with_case(check: CheckResult) -> str:
    _, bracket, case = check.id.partition("[")
    return f"{check.title} ({case.removesuffix(']')})" if bracket else check.title


def common_ending(exercise: ExerciseResult) -> Cause | None:
    """The cause of all checks where the exercise's notice explains it: they need no line each."""
    causes = {check.cause for check in exercise.checks}
    silent = all(check.feedback is None or repeats_notice(check, exercise) for check in exercise.checks)
    return causes.pop() if exercise.notice is not None and silent and len(causes) == 1 else None


def repeats_notice(check: CheckResult, exercise: ExerciseResult) -> bool:
    """Whether a check's feedback only says again what the exercise's notice says."""
    notice, feedback = exercise.notice, check.feedback
    return notice is not None and feedback is not None and feedback.headline == notice.headline


def to_look_at(exercise: ExerciseResult, most: int) -> list[CheckResult]:
    """The first checks whose feedback is worth reading now: what failed, and what was not graded, in order."""
    candidates = [
        check
        for check in exercise.checks
        if check.feedback is not None
        and tone(check.cause) in ("fail", "open")
        and check.cause is not Cause.NOT_RUN
        and not repeats_notice(check, exercise)
    ]
    return candidates[:most]


def all_checks(report: Report) -> list[CheckResult]:
    return [check for exercise in report.exercises for check in exercise.checks]


def _passed(checks: Iterable[CheckResult]) -> tuple[int, int]:
    graded = [check for check in checks if check.cause.graded]
    return sum(check.cause.passed for check in graded), len(graded)
