"""Podman's compatible socket, for real: what it takes otherwise than docker, leaves out without a word, or adds."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.course import load_course
from grader.faults import InfrastructureFault
from grader.judge.session import grade
from grader.sandbox import open_sandbox
from grader.sandbox.docker import DockerSandbox, DockerSettings
from grader.sandbox.docker.engine import Engine
from grader.sandbox.docker.orphans import labels_of_this_judge
from grader.sandbox.protocol import MIB, Limits
from grader.submission import Submission, SubmittedFile
from grader.verdict import Cause
from tests.support.docker_engine import BUILDING_SECONDS
from tests.support.podman_engine import podman_engine
from tests.support.probing import WRITABLE, answer, end_of
from tests.support.waiting import until

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(BUILDING_SECONDS)]
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def podman(engine: Engine) -> Iterator[Engine]:
    with podman_engine(engine) as found:
        yield found


@pytest.fixture(scope="module")
def sandbox(podman: Engine) -> Iterator[DockerSandbox]:
    with DockerSandbox(DockerSettings(shared=True)) as opened:
        yield opened


def test_every_barrier_holds(sandbox: DockerSandbox) -> None:
    barriers = sandbox.barriers()
    assert [barrier for barrier in barriers if not barrier.held] == []
    assert barriers[0].detail.startswith("podman ")
    assert "limits of the container" in [barrier.name for barrier in barriers]


def test_nothing_but_its_own_folders_is_left_to_a_worker(sandbox: DockerSandbox) -> None:
    assert set(answer(sandbox, WRITABLE)) == {"/sandbox", "/dev/shm"}


@pytest.mark.parametrize(
    ("source", "limits", "cause"),
    [
        ("data = bytearray(512 << 20)\nimport time\ntime.sleep(9)", Limits(memory_bytes=128 * MIB), Cause.MEMORY),
        (
            "import os, time\nif os.fork() == 0: data = bytearray(512 << 20)\ntime.sleep(9)",
            Limits(memory_bytes=128 * MIB),
            Cause.MEMORY,
        ),
        ("while True: pass", Limits(wall_seconds=0.3), Cause.TIMEOUT),
        ("import os\nwhile True:\n  try: os.fork()\n  except OSError: pass", Limits(processes=16), Cause.PROCESSES),
        ("import os\nos.kill(os.getpid(), 9)", Limits(), Cause.EXITED),
    ],
    ids=["memory", "memory of a child", "wall", "fork bomb", "SIGKILL"],
)
def test_an_end_has_its_cause(sandbox: DockerSandbox, source: str, limits: Limits, cause: Cause) -> None:
    assert end_of(sandbox, source, limits).cause is cause
    assert answer(sandbox, "result = 1") == 1


def test_a_submission_is_graded_in_a_container_of_its_own(podman: Engine) -> None:
    course = load_course(ROOT / "tests" / "courses" / "target")
    exercise = course.exercises[0]
    right = SubmittedFile.of(exercise.file, exercise.reference.read_bytes())
    with open_sandbox("docker") as opened:
        report = grade([exercise], Submission("jane", {exercise.id: right}), opened, only=("test_double_values",))
    assert [check.cause for check in report.exercises[0].checks] == [Cause.PASSED]
    assert all(report.sandbox.barriers.values())


def test_a_worker_may_have_more_than_containers_have_at_first(podman: Engine) -> None:
    more = Limits(memory_bytes=3 << 30)
    with DockerSandbox(DockerSettings(shared=True)) as opened:
        assert end_of(opened, "data = bytearray(1 << 20)\nresult = 1", more).cause is None


def test_a_runtime_is_refused_that_this_engine_would_not_use(podman: Engine) -> None:
    with pytest.raises(InfrastructureFault, match="takes no container runtime for one container"):
        DockerSandbox(DockerSettings(runtime="runsc"))


def test_what_a_dead_judge_left_is_found_by_its_labels_and_removed(podman: Engine, sandbox: DockerSandbox) -> None:
    api = podman.client.api
    dead = labels_of_this_judge() | {"torchgrade.judge": "999999999:1"}
    left, stranger = (api.create_container(sandbox._image, labels=labels)["Id"] for labels in (dead, {}))
    try:
        with DockerSandbox(DockerSettings(shared=True)):
            assert until(lambda: left not in {each["Id"] for each in api.containers(all=True)})
        assert stranger in {each["Id"] for each in api.containers(all=True)}
    finally:
        for container in (left, stranger):
            with contextlib.suppress(Exception):
                api.remove_container(container, force=True)
