"""The whole corpus against the docker driver, in one shared container: what lets it be shared is what is tried here."""

from collections.abc import Iterator

import pytest

from grader.sandbox.docker import DockerSandbox, DockerSettings
from grader.sandbox.protocol import Sandbox
from tests.attacks.test_corpus import canary_in_the_environment, course, exercise, test_attack, test_controls
from tests.support.docker_engine import BUILDING_SECONDS, grading_engine

__all__ = ["course", "exercise", "test_attack", "test_controls"]

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(BUILDING_SECONDS)]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with canary_in_the_environment(), grading_engine(), DockerSandbox(DockerSettings(shared=True)) as opened:
        yield opened
