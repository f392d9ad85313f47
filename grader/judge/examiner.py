"""Runs one check against the student's program and forms the verdict, with the second runs that fairness asks for."""

import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import pytest

from grader.checks.finding import Facts
from grader.judge.attempt import Attempt, Phases
from grader.judge.bench import Bench, Visit
from grader.judge.check import Check
from grader.judge.forbidden import ForbiddenCalls, Violation
from grader.judge.plugin import ChecksPlugin
from grader.judge.program import Program
from grader.judge.remote import Watch, Watched
from grader.judge.verdicts import Judgement, decide, judge
from grader.sandbox.protocol import Limits
from grader.verdict import Cause


@dataclass(frozen=True, slots=True)
class Examiner:
    """``reference`` is None where the course has no solutions."""

    bench: Bench
    plugin: ChecksPlugin
    limits: Limits
    program: Program
    reference: Program | None
    forbidden: ForbiddenCalls
    watch: Watch | None = None

    def load(self, then: Check | None = None) -> Attempt:
        """Import the student's module once, in a worker of its own, before any check runs; ``then`` will be examined
        next."""
        attempt = self._load_once(then)
        return attempt if attempt.ending.cause is not Cause.INFRASTRUCTURE else self._load_once(then)

    def _load_once(self, then: Check | None) -> Attempt:
        started = time.perf_counter()
        with self._visit(self.program, self.limits, self.watch, then) as visit:
            pass
        return Attempt(Phases(), visit.ending, visit.load_error, seconds=time.perf_counter() - started)

    def examine(self, item: pytest.Item, check: Check, then: Check | None = None) -> tuple[Attempt, Judgement]:
        """The verdict on one check. What the infrastructure breaks is tried once more, in a fresh worker.

        ``then`` will be examined next.
        """
        attempt = self._attempt(item, check, self.program, self.watch, then)
        if judge(attempt).cause is Cause.INFRASTRUCTURE:
            attempt = self._attempt(item, check, self.program, self.watch)
        judgement = judge(attempt)
        if judgement.doubtful:
            judgement = decide(judgement, self._reference_judgement(item, check))
        return attempt, judgement

    def _reference_judgement(self, item: pytest.Item, check: Check) -> Judgement | None:
        return judge(self._attempt(item, check, self.reference)) if self.reference else None

    def finding(self, item: pytest.Item, check: Check, program: Program) -> Facts | None:
        """What the check finds about another program, from the same seed; None where it finds nothing."""
        return judge(self._attempt(item, check, program)).facts

    def _limits_of(self, check: Check) -> Limits:
        return replace(self.limits, wall_seconds=check.timeout) if check.timeout else self.limits

    def _visit(
        self, program: Program, limits: Limits, watch: Watch | None, then: Check | None
    ) -> AbstractContextManager[Visit]:
        return self.bench.visit(program, limits, watch, self._limits_of(then) if then else None)

    def _attempt(
        self,
        item: pytest.Item,
        check: Check,
        program: Program,
        watch: Watch | None = None,
        then: Check | None = None,
    ) -> Attempt:
        started = time.perf_counter()
        phases = Phases()
        with self._visit(program, self._limits_of(check), watch, then) as visit:
            if visit.loaded:
                phases = self.plugin.run(item)
        denied = self._denied(visit) if program is self.program else None
        rewritten = () if check.changes_arguments else tuple(visit.rewritten)
        return Attempt(phases, visit.ending, visit.load_error, denied, rewritten, time.perf_counter() - started)

    def _denied(self, visit: Visit) -> Violation | None:
        """The forbidden call that a check came to: one that ran, or one that what it used of the module reaches."""
        reached = self.forbidden.denies(name for module, name in visit.used if module == self.program.module)
        if reached is not None:
            return reached
        seen = (ran(watched, self.forbidden) for watched in visit.watched)
        return next((violation for violation in seen if violation is not None), None)


def ran(watched: Watched, forbidden: ForbiddenCalls) -> Violation | None:
    """What the worker saw running, as a violation. A plain import statement is none: using what it binds is."""
    if watched.kind == "import" and watched.line in forbidden.imports:
        return None
    return Violation(watched.line, watched.name, watched.name, "runs" if watched.kind == "operator" else "calls")
