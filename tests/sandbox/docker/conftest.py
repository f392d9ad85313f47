"""A real engine with the grading image, and one warm shared container in it, for the whole session."""

from collections.abc import Iterator

import pytest

from grader.sandbox.docker import DockerSandbox, DockerSettings
from grader.sandbox.docker.engine import Engine
from tests.support.docker_engine import grading_engine


@pytest.fixture(scope="session")
def engine(canary: str) -> Iterator[Engine]:
    with grading_engine() as found:
        yield found


@pytest.fixture(scope="session")
def shared(engine: Engine) -> Iterator[DockerSandbox]:
    with DockerSandbox(DockerSettings(shared=True)) as sandbox:
        yield sandbox
