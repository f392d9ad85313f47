"""Counts and words that all formats share: how a check ended, what a whole exercise or report amounts to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from grader.language import noted, noted_count, say, say_count
from grader.report.model import CheckResult, ExerciseResult, Report, Uses
from grader.report.text import one_line
from grader.verdict import Cause

Tone = Literal["pass", "fail", "skip", "open"]  # open: not graded, it does not count

WORDS: dict[Cause, str] = {
    Cause.PASSED: noted("passed"),
    Cause.FAILED: noted("failed"),
    Cause.RAISED: noted("raised an error"),
    Cause.MISSING: noted("not in the file"),
    Cause.NOT_IMPLEMENTED: noted("not attempted yet"),
    Cause.IMPORT_ERROR: noted("file cannot be imported"),
    Cause.TIMEOUT: noted("out of time"),
    Cause.MEMORY: noted("out of memory"),
    Cause.OUTPUT: noted("printed too much"),
    Cause.PROCESSES: noted("too many processes"),
    Cause.DISK: noted("wrote too much"),
    Cause.DENIED: noted("not allowed"),
    Cause.EXITED: noted("ended by itself"),
    Cause.PROTOCOL: noted("broke the protocol"),
    Cause.SKIPPED: noted("skipped"),
    Cause.NOT_RUN: noted("not run"),
    Cause.BROKEN_CHECK: noted("broken check, not counted"),
    Cause.INFRASTRUCTURE: noted("not graded, not counted"),
}
ISOLATION = {
    "full": noted("full isolation"),
    "reduced": noted("reduced isolation"),
    "none": noted("not isolated"),
}
_VISIBLE_PASSED = noted_count(
    "{passed} of {count:,} visible check passed", "{passed} of {count:,} visible checks passed"
)
_HIDDEN_PASSED = noted_count("{passed} of {count:,} hidden check passed", "{passed} of {count:,} hidden checks passed")
_WITHHELD = noted_count("details of {count:,} hidden check not shown", "details of {count:,} hidden checks not shown")
_SKIPPED = noted_count("{count:,} check skipped", "{count:,} checks skipped")
_NOT_ATTEMPTED = noted_count("{count:,} check not attempted yet", "{count:,} checks not attempted yet")
_NOT_RUN = noted_count(
    "{count:,} check not run (this machine lacks what they need), not counted",
    "{count:,} checks not run (this machine lacks what they need), not counted",
)
_NOT_GRADED = noted_count(
    "{count:,} check could not be graded, not counted", "{count:,} checks could not be graded, not counted"
)
BARRIERS = (
    noted("separate processes"), noted("no network"), noted("read-only system"), noted("nothing hidden in sight"),
    noted("no privileges"), noted("system call filter"), noted("memory limit"), noted("process limit"),
    noted("time limit"), noted("output limit"), noted("disk limit"), noted("isolation"), noted("user namespace"),
    noted("other processes out of reach"), noted("only Python's files in sight"),
    noted("forks apart in a shared container"), noted("a container for each submission"),
    noted("limits of the container"),
)  # fmt: skip
MARKS: dict[Tone, str] = {"pass": "✓", "fail": "✗", "skip": "–", "open": "○"}


def word(cause: Cause) -> str:
    """How a check ended, in a word or three."""
    return say(WORDS[cause])


def isolation(kind: str) -> str:
    """How far a sandbox isolates, in words."""
    return say(ISOLATION[kind])


def barrier(name: str) -> str:
    """A barrier of the sandbox, "memory limit (cgroup v2)"; a report that was read back may hold other names."""
    what, bracket, how = name.partition(" (")
    if what not in BARRIERS:
        return one_line(name)
    return one_line(say("{barrier} ({how})", barrier=say(what), how=how.removesuffix(")")) if bracket else say(what))


def builds_on(use: Uses) -> str:
    """Which version of an earlier exercise was used."""
    if use.version == "yours":
        return say("builds on your {exercise}", exercise=one_line(use.exercise))
    if use.version == "workspace":
        return say("builds on your {exercise} in this workspace", exercise=one_line(use.exercise))
    return say("builds on the reference {exercise}", exercise=one_line(use.exercise))


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
            say_count(one, many, graded, passed=f"{passed:,}")
            for (one, many), (passed, graded) in ((_VISIBLE_PASSED, self.visible), (_HIDDEN_PASSED, self.hidden))
            if graded
        ]
        counts = (
            (0 if for_instructor else self.withheld, _WITHHELD),
            (self.skipped, _SKIPPED),
            (self.not_attempted, _NOT_ATTEMPTED),
            (self.not_run, _NOT_RUN),
            (self.not_graded, _NOT_GRADED),
        )
        parts += [say_count(one, many, count) for count, (one, many) in counts if count]
        return parts or [say("no checks")]


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
        return "open", say("not graded")
    if exercise.passed:
        whole = len(graded) == len(exercise.checks)
        return "pass", say("all passed") if whole else say("passed what was graded")
    if all(check.cause is Cause.NOT_IMPLEMENTED or check.cause is Cause.SKIPPED for check in graded):
        return "skip", say("not attempted yet")
    passed = sum(check.cause.passed for check in graded)
    return "fail", say("{passed} of {graded} passed", passed=passed, graded=len(graded))


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


def to_look_at(exercise: ExerciseResult, most: int | None = None) -> list[CheckResult]:
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
