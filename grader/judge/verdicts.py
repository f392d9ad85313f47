"""From an attempt to a cause: what happened, told apart by whose exception it is.

The order matters. How the worker ended goes before what the check made of it (a check may have swallowed the loss of
its worker); a forbidden call goes before a pass; an exception of the student's goes before one of the check's own. What
is left, an exception of the check's own code, says nothing yet about whose fault it is: it is *doubtful*, and the same
check with the same seed against the reference decides.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from grader.checks.finding import Facts, Finding
from grader.faults import InfrastructureFault
from grader.judge.attempt import Attempt
from grader.judge.forbidden import Violation
from grader.judge.remote import MissingName, StudentTrace, student_trace
from grader.language import say
from grader.verdict import Cause

_SKIPS = (pytest.skip.Exception, pytest.xfail.Exception)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A cause with what feedback is made of."""

    cause: Cause
    fact: str = ""
    error: BaseException | None = None  # for the instructor: what was raised
    facts: Facts | None = None  # of a Finding
    trace: StudentTrace | None = None  # of an exception that the student's code raised
    missing: MissingName | None = None
    denied: Violation | None = None
    doubtful: bool = False  # the check's own exception: whose fault it is is not known yet


def judge(attempt: Attempt) -> Judgement:
    """The verdict on one attempt."""
    if attempt.ending.cause is not None:
        return Judgement(attempt.ending.cause, attempt.ending.fact, attempt.error)
    if attempt.load_error is not None:
        trace = student_trace(attempt.load_error)
        return Judgement(Cause.IMPORT_ERROR, error=attempt.load_error, trace=trace)
    if attempt.denied is not None:
        return Judgement(Cause.DENIED, error=attempt.error, denied=attempt.denied)
    if attempt.phases.complete:
        return _rewritten(attempt.rewritten) if attempt.rewritten else Judgement(Cause.PASSED)
    if attempt.error is None:  # a phase has no end: never a pass, and nobody's doing that is known
        return Judgement(Cause.INFRASTRUCTURE, say("the check did not come to its end"))
    return _raised(attempt.error, attempt.phases.when)


def _rewritten(what: tuple[str, ...]) -> Judgement:
    """A check that its own data were bent for is no pass: what it expected may have been computed from them."""
    facts = Facts(
        "arguments_changed",
        say("Your code wrote into what it was given: {what}.", what=", ".join(what[:3])),
        [say("It should leave its arguments as they are. Work on a copy, or use operations that make a new value.")],
    )
    return Judgement(Cause.FAILED, facts=facts)


def _raised(error: BaseException, when: str) -> Judgement:
    error = _first_of_group(error)
    if isinstance(error, Finding):
        return _found(error)
    if isinstance(error, InfrastructureFault):  # no further worker to be had
        return Judgement(Cause.INFRASTRUCTURE, str(error), error)
    if isinstance(error, MissingName):
        return Judgement(Cause.MISSING, error=error, missing=error)
    trace = student_trace(error)
    if trace is not None:
        return student_raised(error, trace)
    if isinstance(error, AssertionError | pytest.fail.Exception):
        return Judgement(Cause.FAILED, error=error)
    if isinstance(error, _SKIPS) and when == "setup":  # by a mark, before the student's code had a say
        return Judgement(Cause.NOT_RUN, str(error), error)
    return Judgement(Cause.FAILED, str(error), error, doubtful=True)


def _first_of_group(error: BaseException) -> BaseException:
    """Hypothesis raises several failures as a group."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _causes(error: BaseException) -> Iterator[BaseException]:
    """What ``error`` was raised from, outermost first; at most as many as anybody writes."""
    for _ in range(10):
        if error.__cause__ is None:
            return
        error = error.__cause__
        yield error


def _found(finding: Finding) -> Judgement:
    """A Finding; one about an exception of the student's carries it as its cause."""
    trace = student_trace(finding)
    missing = next((e for e in _causes(finding) if isinstance(e, MissingName)), None)
    causes = {"name": Cause.MISSING, "not_implemented": Cause.NOT_IMPLEMENTED}
    cause = causes.get(finding.facts.rung, Cause.RAISED if trace else Cause.FAILED)
    return Judgement(cause, error=finding, facts=finding.facts, trace=trace, missing=missing)


def student_raised(error: BaseException, trace: StudentTrace) -> Judgement:
    """An exception that the student's code raised where the check did not expect it."""
    if isinstance(error, NotImplementedError) and _is_stub(trace):
        return Judgement(Cause.NOT_IMPLEMENTED, error=error, trace=trace)
    if isinstance(error, SystemExit):
        return Judgement(Cause.EXITED, say("called exit"), error, trace=trace)
    if isinstance(error, MemoryError) or "DefaultCPUAllocator: can't allocate memory" in trace.message:
        return Judgement(Cause.MEMORY, say("asked for more memory than it may use"), error, trace=trace)
    return Judgement(Cause.RAISED, error=error, trace=trace)


def _is_stub(trace: StudentTrace) -> bool:
    """Whether it is a ``raise NotImplementedError`` in the file; torch raises the same type for missing kernels."""
    return not trace.frames or "NotImplementedError" in trace.frames[-1].source


def decide(doubtful: Judgement, reference: Judgement | None) -> Judgement:
    """Whose fault a check's own exception is, by how the reference fares in the same check with the same seed.

    Without a reference (a release for students) it counts against what came back from the student's code, since a
    check that can be talked out of its verdict would be no check.
    """
    if reference is None or reference.cause is Cause.PASSED:
        skipped = isinstance(doubtful.error, _SKIPS)
        fact = say("the check passed over it: {fact}", fact=doubtful.fact) if skipped else doubtful.fact
        return Judgement(Cause.FAILED, fact, doubtful.error)
    if reference.cause is Cause.INFRASTRUCTURE:
        return reference
    if isinstance(doubtful.error, _SKIPS) and isinstance(reference.error, _SKIPS):
        return Judgement(Cause.NOT_RUN, doubtful.fact, doubtful.error)
    return Judgement(Cause.BROKEN_CHECK, error=doubtful.error)
