"""A class in containers: judges are ended in the middle of their work, and leave none."""

import contextlib
from pathlib import Path

import pytest

from grader.batch.job import Job
from grader.batch.pool import LocalExecutor, Setting
from grader.course import load_course
from grader.sandbox.docker.engine import Engine
from grader.submission import Submission, SubmittedFile
from tests.batch.stand_in import SCALE, TINY
from tests.support.docker_engine import BUILDING_SECONDS

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(BUILDING_SECONDS)]


def judges_containers(engine: Engine) -> set[str]:
    found = engine.client.api.containers(all=True, filters={"label": "torchgrade.grading"})
    return {str(each["Id"]) for each in found}


def test_judges_that_are_ended_leave_no_container(engine: Engine, tmp_path: Path) -> None:
    exercise = load_course(TINY).exercise(SCALE)
    right = SubmittedFile.of(exercise.file, exercise.reference.read_bytes())
    before = judges_containers(engine)
    with contextlib.closing(LocalExecutor(Setting(TINY, "docker"), 1)) as executor:
        job = Job(1, "ada", (SCALE,), Submission("ada", {SCALE: right}))
        ((_, graded),) = executor.run([job])
        assert graded.result is not None
        assert graded.result.passed
        assert judges_containers(engine) - before, "the judge has a container while it lives"
    assert not judges_containers(engine) - before
