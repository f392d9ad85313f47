"""What each kind of engine is asked for, and that nothing which it leaves out goes unseen."""

from pathlib import Path
from typing import Any

import docker
import pytest

from grader.faults import InfrastructureFault
from grader.sandbox.docker import DockerSettings
from grader.sandbox.docker.engine import Engine
from grader.sandbox.docker.hardening import creation, require_taken
from grader.sandbox.docker.profile import container_profile

# As podman 4.3.1 told of a container that this grader made.
TAKEN: dict[str, Any] = {
    "NetworkMode": "none",
    "ReadonlyRootfs": True,
    "Privileged": False,
    "CapAdd": [],
    "CapDrop": ["AUDIT_WRITE", "CHOWN", "SETUID"],
    "SecurityOpt": ["no-new-privileges", "seccomp=/tmp/torchgrade-7_vhyynt/profile.json"],
    "Runtime": "oci",
}


def host_config(folder: Path, podman: bool = False, settings: DockerSettings | None = None) -> dict[str, Any]:
    client = docker.DockerClient(base_url="unix:///nowhere", version="1.41")
    engine = Engine(client, "unix:///nowhere", "1", podman, False, False, "x86_64")
    asked = creation(engine, settings or DockerSettings(), "sha256:1", 20000, folder, {})
    engine.close()
    config: dict[str, Any] = asked["host_config"]
    return config


def test_docker_gets_the_filter_itself_and_podman_a_file_that_holds_it(tmp_path: Path) -> None:
    assert f"seccomp={container_profile()}" in host_config(tmp_path)["SecurityOpt"]
    options = host_config(tmp_path, podman=True)["SecurityOpt"]
    (named,) = (option.removeprefix("seccomp=") for option in options if option.startswith("seccomp="))
    assert Path(named).read_text() == container_profile()
    assert "open" not in Path(named).parts, "what the container sees holds the socket alone"
    assert "unmask=ALL" in options, "a worker mounts a /proc of its own"


def test_no_folder_of_podmans_own_is_left_to_write_to(tmp_path: Path) -> None:
    folders = host_config(tmp_path, podman=True)["Tmpfs"]
    assert folders.keys() >= {"/tmp", "/var/tmp", "/run"}, "podman adds these to a read-only container, without bounds"
    assert all("size=" in options and "nosuid" in options for options in folders.values())
    assert all(folders[path].startswith("ro,") for path in ("/var/tmp", "/run"))
    assert host_config(tmp_path)["Tmpfs"].keys() == {"/sandbox"}


def test_the_request_for_gpus_is_the_one_that_nvidias_toolkit_answers(tmp_path: Path) -> None:
    assert not host_config(tmp_path).get("DeviceRequests")
    (every,) = host_config(tmp_path, settings=DockerSettings(gpus="all"))["DeviceRequests"]
    assert (every["Count"], every["Capabilities"]) == (-1, [["gpu"]])
    (some,) = host_config(tmp_path, settings=DockerSettings(gpus="0,1"))["DeviceRequests"]
    assert (some["DeviceIDs"], some["Capabilities"]) == (["0", "1"], [["gpu"]])


def test_what_an_engine_takes_is_enough() -> None:
    require_taken(DockerSettings(), TAKEN)
    require_taken(DockerSettings(runtime="runsc"), TAKEN | {"Runtime": "runsc"})
    require_taken(DockerSettings(gpus="all"), TAKEN | {"DeviceRequests": [{"Count": -1}]})


@pytest.mark.parametrize(
    "left_out",
    [
        {"NetworkMode": "bridge"},
        {"ReadonlyRootfs": False},
        {"Privileged": True},
        {"CapAdd": ["SYS_ADMIN"]},
        {"CapDrop": None},
        {"SecurityOpt": ["no-new-privileges"]},
        {"SecurityOpt": ["no-new-privileges", "seccomp=unconfined"]},
        {"SecurityOpt": ["seccomp={}"]},
        {"SecurityOpt": None},
    ],
    ids=str,
)
def test_an_engine_that_leaves_out_a_wall_is_refused(left_out: dict[str, Any]) -> None:
    with pytest.raises(InfrastructureFault, match="leaves out what shuts a container in"):
        require_taken(DockerSettings(), TAKEN | left_out)


def test_an_engine_that_ignores_the_runtime_is_refused() -> None:
    with pytest.raises(InfrastructureFault, match=r"takes no container runtime for one container: make runsc its own"):
        require_taken(DockerSettings(runtime="runsc"), TAKEN)


def test_an_engine_that_ignores_the_request_for_gpus_is_refused() -> None:
    with pytest.raises(InfrastructureFault, match="does not take requests for GPUs"):
        require_taken(DockerSettings(gpus="all"), TAKEN)
