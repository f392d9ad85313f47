"""The pytest plugin of a grading session: marks, fixtures, and one item at a time when the session asks for it.

Collected items are handed to ``conduct``, which decides in which order, how often and against which worker each runs.
What pytest would report is not used; the exceptions of the three phases are, as they were raised.
"""

import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

from grader.checks.device import skipped_parts
from grader.checks.fixtures import CourseData, load_course_data, make_rng
from grader.checks.marks import MARKS
from grader.judge import seeds
from grader.judge.attempt import Phases
from grader.judge.check import check_id
from grader.judge.generated import prepare_generated
from grader.judge.remote import Subject, WorkerLost, forward_seeding, student_trace

_PRINTED = 10_000  # characters of what a check printed that are kept


class RaisedByStudent(Exception):
    """Stands for an exception of the student's that would end a session: KeyboardInterrupt, pytest's Exit."""


class ChecksPlugin:
    """``conduct(items)`` is called once, with everything collected."""

    def __init__(
        self,
        conduct: Callable[[Sequence[pytest.Item]], None],
        *,
        subject: Subject,
        module: str,
        device: str,
        data_folder: Path,
        shares_random: bool = False,
    ) -> None:
        self.conduct = conduct
        self.subject = subject
        self.module = subject.module(module)
        self.device = device
        self.data_folder = data_folder
        self.shares_random = shares_random
        self.seed = 0
        self.collect_error: BaseException | None = None
        self.internal_error: BaseException | None = None
        self._errors: dict[str, BaseException | None] = {}

    # What the session asks for.

    def run(self, item: pytest.Item) -> Phases:
        """Run one item, all its fixtures made anew."""
        id, self._errors = check_id(item.nodeid), {}
        skipped_parts.clear()
        prepare_generated(getattr(item, "obj", None), seeds.derive(self.seed, id, "generated"))
        printed = io.StringIO()
        with (
            seeds.judge_random_state(self.seed, id),
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
            forward_seeding(self.subject),
            self._randomness(),
        ):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        phases = Phases(self._errors, printed.getvalue()[:_PRINTED], tuple(skipped_parts))
        skipped_parts.clear()
        return phases

    @contextlib.contextmanager
    def _randomness(self) -> Iterator[None]:
        """One random state for the check and the student's code, in the mode for suites of one process."""
        connection, shared = self.subject.connection, None
        if self.shares_random and connection is not None:
            with contextlib.suppress(WorkerLost):  # the check will come to that itself
                shared = connection.share_random()
        try:
            yield
        finally:
            if shared is not None:
                shared.end()

    # Hooks.

    def pytest_configure(self, config: pytest.Config) -> None:
        for line in MARKS.values():
            config.addinivalue_line("markers", line)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.collect_error:
            try:
                self.conduct(session.items)
            except BaseException as error:  # raised again outside pytest, which would only print it
                self.internal_error = error
        return True

    def pytest_exception_interact(self, node: Any, call: pytest.CallInfo[Any]) -> None:
        if not isinstance(node, pytest.Item) and call.excinfo is not None:
            self.collect_error = self.collect_error or call.excinfo.value

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        self.internal_error = self.internal_error or excinfo.value
        return True

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> pytest.TestReport:
        """After unittest's own hook, which puts a TestCase's exception in its place."""
        self._errors[call.when] = call.excinfo.value if call.excinfo else None
        outcome: Any = "failed" if call.excinfo else "passed"
        phase: Any = call.when
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, phase)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        with _interrupts_of_the_student():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        with _interrupts_of_the_student():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Iterator[None]:
        with _interrupts_of_the_student():
            return (yield)

    # Fixtures.

    @pytest.fixture(name="student")
    def student_fixture(self) -> ModuleType:
        """The student's module; ``student.keep.f(x)`` gives handles in place of values."""
        return self.module

    @pytest.fixture(name="seed")
    def seed_fixture(self, request: pytest.FixtureRequest) -> int:
        """A seed of this check's own, below 2**32."""
        return seeds.derive(self.seed, check_id(request.node.nodeid))

    @pytest.fixture(name="rng")
    def rng_fixture(self, request: pytest.FixtureRequest) -> torch.Generator:
        """The generator of this check."""
        return make_rng(self.seed, check_id(request.node.nodeid))

    @pytest.fixture(name="device")
    def device_fixture(self) -> str:
        """The device that this grading is for."""
        return self.device

    @pytest.fixture(name="course_data")
    def course_data_fixture(self) -> Callable[[str], CourseData]:
        """``course_data(name)`` reads a data set of the course."""
        return lambda name: load_course_data(self.data_folder, name)


@contextlib.contextmanager
def _interrupts_of_the_student() -> Iterator[None]:
    """Ctrl-C ends a grading; a KeyboardInterrupt that the student's code raised is an exception like any other."""
    try:
        yield
    except (KeyboardInterrupt, pytest.exit.Exception) as error:
        if student_trace(error) is None:
            raise
        raise RaisedByStudent from error
