"""Whose fault an attempt shows, and in which order that is asked."""

import pytest

from grader.checks.finding import Facts, Finding
from grader.faults import InfrastructureFault
from grader.judge.attempt import PHASES, Attempt, Phases
from grader.judge.forbidden import Violation
from grader.judge.verdicts import Judgement, decide, judge
from grader.sandbox.protocol import Ending
from grader.verdict import Cause

FINE = Ending(None)


def attempt(
    error: BaseException | None = None, when: str = "call", ending: Ending = FINE, denied: Violation | None = None
) -> Attempt:
    return Attempt(Phases({phase: error if phase == when else None for phase in PHASES}), ending, denied=denied)


def cause(*arguments: object, **options: object) -> Cause:
    return judge(attempt(*arguments, **options)).cause  # type: ignore[arg-type]


def test_a_pass_needs_all_three_phases() -> None:
    assert cause() is Cause.PASSED
    for missing in PHASES:
        errors: dict[str, BaseException | None] = {phase: None for phase in PHASES if phase != missing}
        assert judge(Attempt(Phases(errors), FINE)).cause is Cause.INFRASTRUCTURE
    assert judge(Attempt(Phases(), FINE)).cause is Cause.INFRASTRUCTURE


@pytest.mark.parametrize("when", PHASES)
def test_a_failure_in_any_phase_is_no_pass(when: str) -> None:
    assert cause(AssertionError(), when) is Cause.FAILED


@pytest.mark.parametrize("end", [c for c in Cause if c is not Cause.PASSED])
def test_how_the_worker_ended_goes_before_what_the_check_says(end: Cause) -> None:
    assert cause(ending=Ending(end, "why")) is end
    found = judge(attempt(AssertionError(), ending=Ending(end, "why")))
    assert (found.cause, found.fact) == (end, "why")


def test_a_forbidden_call_goes_before_a_pass() -> None:
    assert cause(denied=Violation(1, "torch.cdist", "d")) is Cause.DENIED


def test_findings() -> None:
    assert cause(Finding(Facts("value", "wrong"))) is Cause.FAILED
    assert cause(Finding(Facts("name", "not there"))) is Cause.MISSING
    assert cause(Finding(Facts("not_implemented", "not yet"))) is Cause.NOT_IMPLEMENTED


def test_several_failures_are_told_by_the_first() -> None:
    found = judge(attempt(ExceptionGroup("two", [Finding(Facts("value", "first")), ValueError()])))
    assert found.facts is not None
    assert found.facts.headline == "first"


def test_a_skip_by_a_mark_is_not_run_and_one_of_the_checks_own_is_doubtful() -> None:
    skip = pytest.skip.Exception("no compiler")
    assert cause(skip, "setup") is Cause.NOT_RUN
    assert judge(attempt(skip, "call")).doubtful


def test_no_further_worker_is_the_infrastructures_fault() -> None:
    assert cause(InfrastructureFault("none left")) is Cause.INFRASTRUCTURE


DOUBTFUL = Judgement(Cause.FAILED, "'int' has no len()", TypeError(), doubtful=True)
SKIPPED = Judgement(Cause.FAILED, "optional", pytest.skip.Exception("optional"), doubtful=True)


def test_the_checks_own_exception_is_doubtful() -> None:
    assert judge(attempt(TypeError("x"))).doubtful
    assert not judge(attempt(AssertionError())).doubtful


@pytest.mark.parametrize(
    ("doubtful", "reference", "expected"),
    [
        (DOUBTFUL, Judgement(Cause.PASSED), Cause.FAILED),
        (DOUBTFUL, None, Cause.FAILED),
        (DOUBTFUL, Judgement(Cause.FAILED), Cause.BROKEN_CHECK),
        (DOUBTFUL, Judgement(Cause.TIMEOUT), Cause.BROKEN_CHECK),
        (DOUBTFUL, DOUBTFUL, Cause.BROKEN_CHECK),
        (DOUBTFUL, Judgement(Cause.INFRASTRUCTURE), Cause.INFRASTRUCTURE),
        (SKIPPED, Judgement(Cause.PASSED), Cause.FAILED),
        (SKIPPED, SKIPPED, Cause.NOT_RUN),
        (SKIPPED, Judgement(Cause.FAILED), Cause.BROKEN_CHECK),
    ],
)
def test_the_reference_decides(doubtful: Judgement, reference: Judgement | None, expected: Cause) -> None:
    decided = decide(doubtful, reference)
    assert decided.cause is expected
    assert not decided.doubtful
