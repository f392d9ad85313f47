"""Every exercise through docker and through bubblewrap: the same verdicts, causes and points.

Here one wrong answer to each exercise, which passes some checks and fails others, and to each chapter's first exercise
the reference and the stub as well; with TORCHGRADE_PARITY=all every known answer.
"""

import os
from collections.abc import Iterator, Sequence

import pytest

from grader.authoring.variants import Variant, variants
from grader.course import Course, Exercise, find_course
from grader.judge.program import REFERENCE_MODULE
from grader.judge.session import grade_exercise
from grader.sandbox import open_sandbox
from grader.sandbox.docker import DockerSandbox
from grader.sandbox.protocol import Sandbox
from grader.submission import Submission, SubmittedFile
from tests.support.docker_engine import BUILDING_SECONDS

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(BUILDING_SECONDS)]

COURSE = find_course(None)
SEED = 1
Verdicts = dict[str, tuple[str, float]]


@pytest.fixture(scope="module")
def bubblewrap() -> Iterator[Sandbox]:
    with open_sandbox("bubblewrap", hidden=[COURSE.root]) as sandbox:
        yield sandbox


def wanted(exercise: Exercise) -> Sequence[Variant]:
    known = variants(exercise)
    if os.environ.get("TORCHGRADE_PARITY") == "all":
        return known
    first = exercise.number.endswith(".1")
    kinds = {variant.kind: variant for variant in reversed(known)}
    return [kinds[kind] for kind in (("solution", "stub", "wrong") if first else ("wrong",))]


def graded(exercise: Exercise, course: Course, variant: Variant, sandbox: Sandbox) -> Verdicts:
    """What a report says of each check that does not depend on the machine's speed."""
    result = grade_exercise(
        exercise,
        Submission(None, {exercise.id: SubmittedFile.of(exercise.file, variant.content)}),
        sandbox,
        course,
        seed=SEED,
        beside={REFERENCE_MODULE: exercise.reference.read_bytes()},
        hints=False,
    )
    return {check.id: (check.cause.value, check.points) for check in result.checks}


@pytest.mark.parametrize("exercise", COURSE.exercises, ids=lambda exercise: exercise.id)
def test_docker_grades_like_bubblewrap(exercise: Exercise, shared: DockerSandbox, bubblewrap: Sandbox) -> None:
    for variant in wanted(exercise):
        in_docker = graded(exercise, COURSE, variant, shared)
        assert in_docker, "a check set of zero checks proves nothing"
        assert in_docker == graded(exercise, COURSE, variant, bubblewrap), variant.label
