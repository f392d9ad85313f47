"""An attack passes only when it gains nothing, learns nothing, and the next submission gets its right grade."""

import contextlib
import os
import re
from collections.abc import Iterator

import pytest

from grader.course import Course, Exercise, load_course
from grader.judge.session import grade
from grader.report import html
from grader.report.model import Report
from grader.sandbox import open_sandbox
from grader.sandbox.protocol import Sandbox
from grader.submission import Submission
from tests.attacks.corpus import COURSE, EARNED_HONESTLY, TRIPLED, Attack, attacks, submission_of

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(300)]

CANARY = re.compile(r"canary-in-the-(checks|solution|data|environment|neighbour)")

# Three times x has the right shape, and a gradient that fits its own values.
PASSED_BY_TRIPLE = TRIPLED


@contextlib.contextmanager
def canary_in_the_environment() -> Iterator[None]:
    os.environ["TORCHGRADE_CANARY"] = "canary-in-the-environment-5d1f"
    yield
    del os.environ["TORCHGRADE_CANARY"]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """Bubblewrap's; ``test_corpus_docker`` runs the same tests in containers."""
    with canary_in_the_environment(), open_sandbox("auto", hidden=[COURSE]) as opened:
        yield opened


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course(COURSE)


@pytest.fixture(scope="module")
def exercise(course: Course) -> Exercise:
    return course.exercises[0]


def graded(exercise: Exercise, submission: Submission, sandbox: Sandbox, only: tuple[str, ...] | None = None) -> Report:
    return grade([exercise], submission, sandbox, only=only)


def printed(report: Report) -> str:
    """What the student's code got out: its output and its exceptions."""
    parts = []
    for check in report.exercises[0].checks:
        for output in (check.output, check.instructor.output if check.instructor else None):
            parts += [output.stdout, output.stderr] if output else []
        parts += [check.instructor.student_message] if check.instructor else []
    return "\n".join(parts)


def test_there_are_attacks_of_every_family() -> None:
    families = {attack.family for attack in attacks()}
    assert len(families) == 10
    assert len(attacks()) >= 150


@pytest.mark.parametrize("attack", attacks(), ids=lambda attack: attack.id)
def test_attack(attack: Attack, exercise: Exercise, sandbox: Sandbox) -> None:
    report = graded(exercise, attack.submission(exercise), sandbox, attack.only)
    gained = {check.id for check in report.exercises[0].checks if check.points > 0}
    said = f"{attack.id} gained points; it said: {printed(report)[:1000]}"
    assert gained == EARNED_HONESTLY.get(attack.id, set()), said
    assert not [check.id for check in report.exercises[0].checks if not check.cause.graded], "must not be excused"
    assert not CANARY.search(printed(report)), f"{attack.id} got something hidden out"
    assert "canary-in-the" not in html.render(report), f"{attack.id} reached the student's report"
    # The next submission, in the same sandbox, gets its right grade.
    right = graded(exercise, submission_of(exercise, exercise.reference.read_text()), sandbox, ("test_double_values",))
    assert [check.cause.value for check in right.exercises[0].checks] == ["passed"]


def test_controls(exercise: Exercise, sandbox: Sandbox) -> None:
    """A right and a plainly wrong submission get their grades, so that "blocked" can't mean "broken"."""
    reference = exercise.reference.read_text()
    right = graded(exercise, submission_of(exercise, reference), sandbox)
    assert right.points == right.max_points == 13
    wrong = graded(exercise, submission_of(exercise, reference.replace("return 2 * x", "return 3 * x")), sandbox)
    passed = {check.id for check in wrong.exercises[0].checks if check.cause.passed}
    assert {id for id in passed if id.startswith("test_double")} == PASSED_BY_TRIPLE
