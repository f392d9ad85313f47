"""The way to the engine: docker, rootless docker, or podman's compatible socket."""

import contextlib
import os
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docker
import requests
from docker.context import ContextAPI
from docker.errors import DockerException, NotFound

from grader.faults import InfrastructureFault

_SECONDS = 120.0
_NO_ENGINE = (
    "No docker engine answers{where}. Start it (systemctl start docker; for podman: systemctl --user start "
    "podman.socket), name it in DOCKER_HOST, or use --sandbox bubblewrap."
)
_NOT_ALLOWED = (
    "This user may not talk to the docker engine{where}. Add the user to the group docker (usermod -aG docker NAME, "
    "then log in again), use a rootless engine, or use --sandbox bubblewrap."
)
_EXPLANATIONS = (
    (
        r"unknown or invalid runtime|[Uu]nknown runtime",
        "The engine does not know the container runtime that was asked for: install it there, or unset "
        "TORCHGRADE_DOCKER_RUNTIME.",
    ),
    (
        r"could not select device driver|nvidia",
        "The engine can't give GPUs to containers: install the NVIDIA container toolkit, or unset "
        "TORCHGRADE_DOCKER_GPUS.",
    ),
    (
        r"bind source path does not exist|invalid mount config",
        "The engine does not see this machine's files: it must run on the machine that grades, and the grader not in "
        "a container of its own.",
    ),
    (
        r"No space left on device",
        "The docker engine's disk is full. Free some space; docker system df tells what takes it.",
    ),
    (
        r"Cannot allocate memory|out of memory",
        "There is not enough memory to start a container (Python with torch needs about 400 MB).",
    ),
    (r"seccomp", "The docker engine refuses the system call filter: use an engine with seccomp support."),
)


@dataclass(frozen=True, slots=True)
class Engine:
    """A connected engine and what matters of it here."""

    client: docker.DockerClient
    url: str
    version: str
    podman: bool
    maps_users: bool  # a rootless engine or one with remapped users has few user numbers to give
    machine: str  # "x86_64", "aarch64"

    def describe(self) -> str:
        return f"{'podman' if self.podman else 'docker'} {self.version}"

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
    raise refused or InfrastructureFault(_NO_ENGINE.format(where=""))


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
    version: dict[str, Any] = client.version()
    options = client.info().get("SecurityOptions") or []
    return Engine(
        client,
        url,
        str(version.get("Version", "unknown")),
        any("podman" in str(part.get("Name", "")).lower() for part in version.get("Components") or []),
        any("rootless" in option or "userns" in option for option in options),
        {"amd64": "x86_64", "arm64": "aarch64"}.get(version.get("Arch", ""), str(version.get("Arch", ""))),
    )


def _unreachable(url: str, error: Exception) -> InfrastructureFault:
    sentence = _NOT_ALLOWED if "PermissionError" in repr(error) else _NO_ENGINE
    return InfrastructureFault(sentence.format(where=f" at {url}"))


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turns the engine's complaints into an InfrastructureFault of one sentence, the complaint in parentheses."""
    try:
        yield
    except DockerException as error:  # some of which are requests' exceptions too
        raise InfrastructureFault(f"{_sentence(error)} ({_short(error)})") from error
    except requests.RequestException as error:
        raise InfrastructureFault(
            f"The docker engine went away or does not answer: look whether it still runs ({_short(error)})."
        ) from error


def _sentence(error: DockerException) -> str:
    for pattern, sentence in _EXPLANATIONS:
        if re.search(pattern, str(error)):
            return sentence
    if isinstance(error, NotFound):
        return "The docker engine does not find what it was asked for; another program may have removed it."
    return "The docker engine could not do what it was asked."


def _short(error: Exception) -> str:
    text = getattr(error, "explanation", None) or str(error)
    return " ".join(str(text).split())[:300]
