"""Pools that work at once, in this process and its forks, with the sandbox that forks."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from grader.authoring.pool import Pools
from grader.authoring.tasks import Fate, KnownTask, MutantBatch, MutantTask
from grader.authoring.trial import Outcome, Trial, run_trial
from grader.course import Course
from tests.judge.conftest import ForkedSandbox


class InlinePools(Pools):
    """``ran`` notes everything that was asked for."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.ran: list[KnownTask | MutantTask | Trial] = []

    def known(self, task: KnownTask) -> "Future[Any]":
        self.ran.append(task)
        return done(task.perform(self.course))

    def mutants(self, tasks: Sequence[MutantTask]) -> "Future[list[Fate]]":
        self.ran.extend(tasks)
        return done(MutantBatch(tasks[0].exercise, tuple(tasks)).perform(self.course))

    def trial(self, trial: Trial) -> "Future[Outcome]":
        self.ran.append(trial)
        return done(run_trial(trial, self.course, ForkedSandbox()))


def done(value: Any) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_result(value)
    return future
