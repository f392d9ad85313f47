"""What must hold for the grade of a known answer, and one sentence for each way in which it does not."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping

from grader.authoring.local.model import Ended, Run
from grader.authoring.variants import Variant
from grader.report.model import CheckResult, ExerciseResult
from grader.verdict import Cause

LEAST_WRONG = 4  # wrong answers an exercise

# A check that was skipped because it depends on a failing one did not speak: neither caught nor let through.
_SILENT = (Cause.SKIPPED, Cause.NOT_RUN)


def caught_by(result: ExerciseResult) -> frozenset[str]:
    """The checks that failed, in any way that is the student's."""
    return frozenset(check.id for check in result.checks if not check.cause.passed and check.cause not in _SILENT)


def problems(variant: Variant, result: ExerciseResult) -> list[str]:
    """Where the grade of ``variant`` is not what it must be."""
    broken = [check for check in result.checks if check.cause in (Cause.BROKEN_CHECK, Cause.INFRASTRUCTURE)]
    if broken:
        return [f"{variant.label}: {check.id} could not be graded: {said(check)}" for check in broken]
    if variant.kind == "wrong":
        return _wrong_answer(variant, result)
    if variant.kind == "mistake":
        return [] if caught_by(result) else [f"{variant.label}: no check catches it"]
    if variant.kind == "stub":
        return [f"stub: {check.id} passes on the stub" for check in result.checks if check.cause.passed]
    failing = [check for check in result.checks if not check.cause.passed and check.cause is not Cause.NOT_RUN]
    return [f"{variant.label}: {check.id} fails on a right answer: {said(check)}" for check in failing]


def _wrong_answer(variant: Variant, result: ExerciseResult) -> list[str]:
    caught = caught_by(result)
    line = f"FAILS = {json.dumps([check.id for check in result.checks if check.id in caught])}"
    if not variant.fails:
        missing = f"it does not say in FAILS which checks must catch it; as it is, that is {line}"
        return [f"{variant.label}: {missing if caught else 'no check catches it'}"]
    unknown = variant.fails - {check.id for check in result.checks}
    causes = {check.id: check for check in result.checks}
    found = [
        *(f"{variant.label}: FAILS names {name}, and there is no such check" for name in sorted(unknown)),
        *(
            f"{variant.label}: {name} does not catch it ({causes[name].cause.value})"
            for name in sorted(variant.fails - unknown - caught)
        ),
        *(f"{variant.label}: {name} fails too: {said(causes[name])}" for name in sorted(caught - variant.fails)),
    ]
    if found and caught:
        found.append(f"{variant.label}: if that is how it should be, write {line}")
    return found


def local_problems(variant: Variant, run: Run) -> list[str]:
    """Where a run in process is not what it must be, each with the seeds that show it.

    That a check does *not* catch a wrong answer here is no problem yet: the boundary sees more. It is one if the same
    check catches it with another seed.
    """
    if variant.kind == "mistake":
        return []  # what is not caught here may be in the sandbox
    if run.fault:
        return [] if variant.kind == "stub" else [f"{variant.label}: {run.fault}"]
    if variant.kind == "stub":
        return _at_seeds((f"stub: {end.check} passes on the stub", end) for end in run.ends if end.end == "passed")
    if variant.kind == "wrong":
        unexpected = [end for end in run.caught if variant.fails and end.check not in variant.fails]
        return [
            *_at_seeds((f"{variant.label}: {end.check} fails too: {end.said}", end) for end in unexpected),
            *_at_seeds(
                (f"{variant.label}: {end.check} does not catch it, and with other seeds it does", end)
                for end in _missed(run)
            ),
        ]
    return _at_seeds((f"{variant.label}: {end.check} fails on a right answer: {end.said}", end) for end in run.caught)


def _missed(run: Run) -> list[Ended]:
    """Where a check passed that caught the same answer with another seed."""
    catching = {end.check for end in run.caught}
    return [end for end in run.ends if end.end == "passed" and end.check in catching]


def _at_seeds(found: Iterable[tuple[str, Ended]]) -> list[str]:
    seeds: dict[str, list[int]] = defaultdict(list)
    for sentence, end in found:
        seeds[sentence].append(end.seed)
    return [f"{sentence} (seed {', '.join(map(str, numbers[:10]))})" for sentence, numbers in seeds.items()]


def agrees(variant: Variant, run: Run) -> bool:
    """Whether a wrong answer failed in process exactly what it names, with every seed, and crashed nothing."""
    caught = frozenset(end.check for end in run.caught)
    if run.fault or not caught or any(end.end in ("timeout", "crashed") for end in run.ends):
        return False
    return caught == variant.fails and not _missed(run)


def toothless(checks: Iterable[str], known: Iterable[Variant]) -> list[str]:
    """Checks that no wrong answer fails, and an exercise with too few wrong answers."""
    wrong = [variant for variant in known if variant.kind == "wrong"]
    named = frozenset[str]().union(*(variant.fails for variant in wrong))
    few = [f"{len(wrong)} wrong answers; at least {LEAST_WRONG} are asked"] if len(wrong) < LEAST_WRONG else []
    return few + [f"no wrong answer is caught by {check}" for check in checks if check not in named]


def slow(seconds: Mapping[str, float], limit: float) -> list[str]:
    """Checks that need more than half of the CPU time that a student's code has, with the reference."""
    return [
        f"solution: {check} takes {used:.1f} s of the {limit:g} s that a check may; allow more, or ask less"
        for check, used in seconds.items()
        if used > limit / 2
    ]


def said(check: CheckResult) -> str:
    """The check's own words about its failure, for an author."""
    if check.feedback is None:
        return check.cause.value
    text = check.feedback.headline
    if check.instructor is not None and check.cause is Cause.BROKEN_CHECK:
        text = f"{text} {check.instructor.traceback.strip().splitlines()[-1:]}"
    return text
