"""What engines say of themselves and complain of, as they were recorded, in one sentence each."""

from typing import Any

import docker
import pytest
from docker.errors import APIError

from grader.faults import InfrastructureFault
from grader.sandbox.docker.engine import Engine, engine_of, explained

DOCKER = {"Version": "20.10.24+dfsg1", "Arch": "amd64", "Components": [{"Name": "Engine"}, {"Name": "containerd"}]}
PODMAN = {"Version": "4.3.1", "Arch": "amd64", "Components": [{"Name": "Podman Engine"}, {"Name": "Conmon"}]}
SECCOMP = "name=seccomp,profile=default"


def described(version: dict[str, Any], info: dict[str, Any]) -> Engine:
    return engine_of(docker.DockerClient(base_url="unix:///nowhere", version="1.41"), "unix:///nowhere", version, info)


@pytest.mark.parametrize(
    ("version", "info", "rootless", "maps", "said"),
    [
        (DOCKER, {"SecurityOptions": [SECCOMP], "DefaultRuntime": "runc"}, False, False, "docker 20.10.24+dfsg1"),
        (DOCKER, {"SecurityOptions": [SECCOMP, "name=userns"]}, False, True, "docker 20.10.24+dfsg1"),
        (DOCKER, {"SecurityOptions": [SECCOMP, "name=rootless"]}, True, True, "docker 20.10.24+dfsg1 (rootless)"),
        (PODMAN, {"SecurityOptions": [SECCOMP], "Rootless": False}, False, False, "podman 4.3.1"),
        # Podman 4.3 does not name it among its security options.
        (PODMAN, {"SecurityOptions": [SECCOMP], "Rootless": True}, True, True, "podman 4.3.1 (rootless)"),
    ],
    ids=["docker", "docker with mapped users", "rootless docker", "podman", "rootless podman"],
)
def test_engines_are_told_apart(
    version: dict[str, Any], info: dict[str, Any], rootless: bool, maps: bool, said: str
) -> None:
    engine = described(version, info)
    assert (engine.rootless, engine.maps_users, engine.machine) == (rootless, maps, "x86_64")
    assert engine.describe() == said
    assert engine.runtime == info.get("DefaultRuntime", "")
    engine.close()


@pytest.mark.parametrize(
    ("complaint", "words"),
    [
        ("crun: setrlimit `RLIMIT_NOFILE`: Operation not permitted: OCI permission denied", "default_ulimits"),
        ("crun: cgroups in hybrid mode not supported, drop all controllers from cgroupv2", 'runtime = "runc"'),
        ('could not select device driver "" with capabilities: [[gpu]]', "can't give GPUs to containers"),
        ("Unknown runtime specified kata", "unset TORCHGRADE_DOCKER_RUNTIME"),
        ('unknown or invalid runtime name: "kata"', "unset TORCHGRADE_DOCKER_RUNTIME"),
        ("invalid mount config for type bind: stat /tmp/torchgrade-x: permission denied", "as the same user"),
        ("write /var/lib/docker/x: no space left on device", "disk is full"),
        ("something never heard of", "could not do what it was asked"),
    ],
)
def test_a_complaint_is_told_in_a_sentence_with_the_complaint(complaint: str, words: str) -> None:
    with pytest.raises(InfrastructureFault) as told, explained():
        raise APIError("500 Server Error", explanation=complaint)
    assert words in str(told.value)
    assert complaint in str(told.value)


class Answers:
    """An engine's API that keeps what it is asked and gives one answer."""

    base_url = "http+docker://localhost"

    def __init__(self, status: int = 201, text: str = "") -> None:
        self.asked: list[tuple[str, Any]] = []
        self.ok, self.status_code, self.text = status < 400, status, text

    def post(self, url: str, json: object, timeout: float) -> "Answers":
        self.asked.append((url, json))
        return self

    def update_container(self, container: str, **options: object) -> None:
        self.asked.append((container, options))


class Client:
    def __init__(self, api: Answers) -> None:
        self.api = api


def engine_with(api: Answers, podman: bool) -> Engine:
    return Engine(Client(api), "", "4.3.1", podman, False, False, "x86_64")  # type: ignore[arg-type]


def test_podman_is_asked_for_more_memory_where_it_listens() -> None:
    api = Answers()
    engine_with(api, podman=True).give_memory("c0ffee", 7 << 30)
    url, body = api.asked[0]
    assert url.endswith("/libpod/containers/c0ffee/update")
    assert body == {"memory": {"limit": 7 << 30, "swap": 7 << 30}}
    api = Answers()
    engine_with(api, podman=False).give_memory("c0ffee", 7 << 30)
    assert api.asked == [("c0ffee", {"mem_limit": 7 << 30, "memswap_limit": 7 << 30})]


def test_a_podman_that_gives_no_more_memory_is_told() -> None:
    with pytest.raises(InfrastructureFault, match="no such endpoint"), explained():
        engine_with(Answers(404, "no such endpoint"), podman=True).give_memory("c0ffee", 7 << 30)
