"""The grading session's pytest plugin for answers of this process; it can fork before anything is collected."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import pytest
import torch

from grader.course import Exercise
from grader.judge import seeds
from grader.judge.attempt import Phases
from grader.judge.check import check_id
from grader.judge.compiled import compile_ahead
from grader.judge.generated import prepare_generated
from grader.judge.plugin import ChecksPlugin


class LocalPlugin(ChecksPlugin):
    """``before_collection`` is called once pytest is ready, which takes longer than many a check.

    It says whether to go on: the process that it was called in does not, its forked children do, with the ``conduct``,
    ``module`` and ``at_end`` that they have put here.
    """

    def __init__(self, exercise: Exercise, before_collection: Callable[[], bool]) -> None:
        here: Any = _Here(exercise.name)
        super().__init__(_nobody, subject=here, module="", device="cpu", data_folder=exercise.data_folder)
        self._checks = exercise.checks
        self.module: Any = None
        self.before_collection = before_collection
        self.at_end: Callable[[], None] = _nothing
        self._goes_on = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> bool | None:
        compile_ahead(self._checks, session.config)
        self._goes_on = self.before_collection()
        return None if self._goes_on else True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if self._goes_on:
            super().pytest_runtestloop(session)
            self.at_end()
        return True

    def run(self, item: pytest.Item) -> Phases:
        """Run one item with the seeds that the session gives it."""
        id, self._errors = check_id(item.nodeid), {}
        prepare_generated(getattr(item, "obj", None), seeds.derive(self.seed, id, "generated"))
        with seeds.judge_random_state(self.seed, id):
            try:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            except (KeyboardInterrupt, pytest.exit.Exception) as error:  # the answer's: no key reaches a child
                self._errors["call"] = error
        return Phases(self._errors)


class _Here:
    """What the plugin asks of a subject; the answer's module comes with the child."""

    def __init__(self, name: str) -> None:
        self._name = name

    def module(self, name: str) -> ModuleType:
        return ModuleType(self._name)


def _nobody(items: Sequence[pytest.Item]) -> None:
    raise AssertionError("only a child runs checks")


def _nothing() -> None:
    pass


def one_side() -> None:
    """``tensor.remote`` is the tensor itself."""
    torch.Tensor.remote = property(lambda tensor: tensor)  # type: ignore[attr-defined]
