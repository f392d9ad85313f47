"""The way to the engine: docker, rootless docker, or podman's compatible socket."""

import contextlib
import os
import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docker
import requests
from docker.context import ContextAPI
from docker.errors import APIError, DockerException, NotFound

from grader.faults import InfrastructureFault
from grader.language import noted, say

_SECONDS = 120.0
_NO_ENGINE = noted(
    "No docker engine answers{where}. Start it (systemctl start docker; for podman: systemctl --user start "
    "podman.socket), name it in DOCKER_HOST, or use --sandbox bubblewrap."
)
_NOT_ALLOWED = noted(
    "This user may not talk to the docker engine{where}. Add the user to the group docker (usermod -aG docker NAME, "
    "then log in again), use a rootless engine, or use --sandbox bubblewrap."
)
_EXPLANATIONS = (
    (
        r"unknown or invalid runtime|[Uu]nknown runtime|default OCI runtime .* not found",
        noted(
            "The engine does not know the container runtime that was asked for: install it there, or unset "
            "TORCHGRADE_DOCKER_RUNTIME."
        ),
    ),
    (
        r"could not select device driver|nvidia",
        noted(
            "The engine can't give GPUs to containers: install the NVIDIA container toolkit there, or ask for none "
            "(--gpus, TORCHGRADE_DOCKER_GPUS)."
        ),
    ),
    (
        r"bind source path does not exist|invalid mount config|statfs .*no such file|stat .*: permission denied",
        noted(
            "The engine does not see this machine's files: it must run on the machine that grades, a rootless one as "
            "the same user, and the grader not in a container of its own."
        ),
    ),
    (
        r"setrlimit.*not permitted",
        noted(
            "The engine may not give containers the limits that it wants to: set lower ones for it (podman: "
            "default_ulimits in containers.conf)."
        ),
    ),
    (
        r"hybrid mode not supported",
        noted(
            "The engine's runtime can't do with both versions of control groups at once: take another one (podman: "
            'runtime = "runc" in containers.conf).'
        ),
    ),
    (
        r"No space left on device|no space left on device",
        noted("The docker engine's disk is full. Free some space; docker system df tells what takes it."),
    ),
    (
        r"Cannot allocate memory|out of memory",
        noted("There is not enough memory to start a container (Python with torch needs about 400 MB)."),
    ),
    (
        r"seccomp",
        noted("The docker engine refuses the system call filter: use an engine with seccomp support."),
    ),
)


@dataclass(frozen=True, slots=True)
class Engine:
    """A connected engine and what matters of it here."""

    client: docker.DockerClient
    url: str
    version: str
    podman: bool
    rootless: bool
    maps_users: bool  # a rootless engine or one with remapped users has few user numbers to give
    machine: str  # "x86_64", "aarch64"
    runtime: str = ""  # what starts containers where nothing else is asked for: "runc", "crun"

    def describe(self) -> str:
        return f"{'podman' if self.podman else 'docker'} {self.version}{' (rootless)' if self.rootless else ''}"

    def give_memory(self, container: str, size: int) -> None:
        """Change the limit of a running container, in bytes. Podman 4 does so at an address of its own alone."""
        api = self.client.api
        if not self.podman:
            api.update_container(container, mem_limit=size, memswap_limit=size)
            return
        url = f"{api.base_url}/v4.0.0/libpod/containers/{container}/update"
        answer = api.post(url, json={"memory": {"limit": size, "swap": size}}, timeout=_SECONDS)
        if not answer.ok:
            raise APIError(f"podman's update: {answer.status_code} {answer.text}", explanation=answer.text)

    def close(self) -> None:
        self.client.close()


def connect() -> Engine:
    """The engine named in DOCKER_HOST or by docker's context, else the first that answers at a usual place."""
    refused: InfrastructureFault | None = None
    for url in _places():
        try:
            return _connected(url)
        except InfrastructureFault as fault:
            refused = refused or fault
    raise refused or InfrastructureFault(say(_NO_ENGINE, where=""))


def _places() -> Iterator[str]:
    if named := os.environ.get("DOCKER_HOST"):
        yield named
        return
    with contextlib.suppress(Exception):  # a broken file of docker's own settings
        if context := ContextAPI.get_current_context():
            yield str(context.Host)
    runtime = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.geteuid()}")
    usual = ("/run/docker.sock", f"{runtime}/docker.sock", f"{runtime}/podman/podman.sock", "/run/podman/podman.sock")
    yield from (f"unix://{path}" for path in usual if Path(path).exists())


def _connected(url: str) -> Engine:
    client: docker.DockerClient | None = None
    try:
        _knock(url)
        client = docker.DockerClient(base_url=url, timeout=int(_SECONDS))
        return _described(client, url)
    except (DockerException, requests.RequestException, OSError) as error:
        if client is not None:
            client.close()
        raise _unreachable(url, error) from error


def _knock(url: str) -> None:
    """Whether a local engine is there at all; the SDK leaves a socket open where it is not."""
    if url.startswith("unix://"):
        with socket.socket(socket.AF_UNIX) as knocking:
            knocking.settimeout(_SECONDS)
            knocking.connect(url.removeprefix("unix://"))


def _described(client: docker.DockerClient, url: str) -> Engine:
    return engine_of(client, url, client.version(), client.info())


def engine_of(client: docker.DockerClient, url: str, version: Mapping[str, Any], info: Mapping[str, Any]) -> Engine:
    """From what an engine says of itself. Podman tells of its being rootless by a name of its own."""
    options = info.get("SecurityOptions") or []
    rootless = bool(info.get("Rootless")) or any("rootless" in option for option in options)
    machine = str(version.get("Arch", ""))
    return Engine(
        client,
        url,
        str(version.get("Version", "unknown")),
        any("podman" in str(part.get("Name", "")).lower() for part in version.get("Components") or []),
        rootless,
        rootless or any("userns" in option for option in options),
        {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine),
        str(info.get("DefaultRuntime") or ""),
    )


def _unreachable(url: str, error: Exception) -> InfrastructureFault:
    sentence = _NOT_ALLOWED if "PermissionError" in repr(error) else _NO_ENGINE
    return InfrastructureFault(say(sentence, where=say(" at {url}", url=url)))


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turns the engine's complaints into an InfrastructureFault of one sentence, the complaint in parentheses."""
    try:
        yield
    except DockerException as error:  # some of which are requests' exceptions too
        raise InfrastructureFault(say("{sentence} ({last})", sentence=_sentence(error), last=_short(error))) from error
    except requests.RequestException as error:
        raise InfrastructureFault(
            say(
                "The docker engine went away or does not answer: look whether it still runs ({last}).",
                last=_short(error),
            )
        ) from error


def _sentence(error: DockerException) -> str:
    for pattern, sentence in _EXPLANATIONS:
        if re.search(pattern, str(error)):
            return say(sentence)
    if isinstance(error, NotFound):
        return say("The docker engine does not find what it was asked for; another program may have removed it.")
    return say("The docker engine could not do what it was asked.")


def _short(error: Exception) -> str:
    text = getattr(error, "explanation", None) or str(error)
    return " ".join(str(text).split())[:300]
