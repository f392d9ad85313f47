"""A real engine with the grading image, and one warm shared container in it, for the whole session."""

import os
from collections.abc import Iterator

import pytest

from grader.sandbox.docker import DockerSandbox, DockerSettings
from grader.sandbox.docker.engine import Engine
from tests.support.docker_engine import grading_engine

CANARY = "canary-in-the-environment-77aa"


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    os.environ["TORCHGRADE_TEST_SECRET"] = CANARY
    with grading_engine() as found:
        yield found
    del os.environ["TORCHGRADE_TEST_SECRET"]


@pytest.fixture(scope="session")
def shared(engine: Engine) -> Iterator[DockerSandbox]:
    with DockerSandbox(DockerSettings(shared=True)) as sandbox:
        yield sandbox
