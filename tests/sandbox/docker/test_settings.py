"""What an instructor may set by environment variables."""

import pytest

from grader.faults import UsageFault
from grader.sandbox.docker.settings import DockerSettings


def test_nothing_set_is_the_engines_runtime_no_gpu_and_a_container_for_each_submission() -> None:
    settings = DockerSettings.from_environment({})
    assert (settings.runtime, settings.gpus, settings.shared) == (None, None, False)
    assert 0 < settings.cpus <= 2


def test_what_is_set_is_used() -> None:
    names = {"RUNTIME": "runsc", "GPUS": "0,1", "SHARED": "1", "CPUS": "1.5"}
    settings = DockerSettings.from_environment({f"TORCHGRADE_DOCKER_{name}": value for name, value in names.items()})
    assert settings == DockerSettings("runsc", "0,1", True, 1.5)


@pytest.mark.parametrize("cpus", ["many", "0", "-1", "nan"])
def test_a_number_of_processors_that_is_none_is_refused(cpus: str) -> None:
    with pytest.raises(UsageFault, match="TORCHGRADE_DOCKER_CPUS"):
        DockerSettings.from_environment({"TORCHGRADE_DOCKER_CPUS": cpus})


def test_gpus_of_the_command_line_go_before_those_of_the_environment() -> None:
    environment = {"TORCHGRADE_DOCKER_GPUS": "0"}
    assert DockerSettings.from_environment(environment).gpus == "0"
    assert DockerSettings.from_environment(environment, gpus="all").gpus == "all"
    assert DockerSettings.from_environment({}, gpus="GPU-8932f937-d72c-4106-c12f-20bd9faed9f6").gpus is not None


@pytest.mark.parametrize("gpus", ["a b", "0,", ",", "0;1", "all\n"])
def test_gpus_that_are_none_are_refused(gpus: str) -> None:
    with pytest.raises(UsageFault, match="`all` or numbers like `0,1`"):
        DockerSettings.from_environment({}, gpus=gpus)
