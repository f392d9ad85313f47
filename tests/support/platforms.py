"""Containers as the platforms of others start them: root, the engine's own defaults, no network.

An export's own scripts and image recipes build the images. What they would fetch is not fetched: apt-get is a stand-in
that notes what was asked for, pip installs without dependencies, and these are mounted at run time from the environment
that the tests run in.
"""

import contextlib
import io
import sys
import sysconfig
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docker.errors
import pytest
from docker.models.containers import Container

from grader.release.tree import File, Tree, below, text
from grader.sandbox.docker.engine import Engine
from tests.support.docker_engine import base_image

_SECONDS = 240.0  # for a container on a busy machine
DEPENDENCIES = "/deps"
_PYTHON = f"python{sys.version_info[0]}.{sys.version_info[1]}"
SITE_PACKAGES = f"/opt/torchgrade/lib/{_PYTHON}/site-packages"
BASE = "torchgrade/platform-test:base"
_APT = '#!/bin/sh\necho "$@" >>/apt.log\n'
_RECIPE = f"""
FROM {{base}}
COPY ensurepip /usr/lib/{_PYTHON}/ensurepip
COPY apt-get /usr/local/sbin/apt-get
ENV PIP_NO_INDEX=1 PIP_NO_DEPS=1
"""


def archive(tree: Tree) -> bytes:
    """A tar of these files, owned by root."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for path, file in sorted(tree.items()):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode = len(file.content), file.mode
            tar.addfile(entry, io.BytesIO(file.content))
    return packed.getvalue()


def folder(path: Path) -> dict[str, File]:
    """The files of a folder."""
    return {
        each.relative_to(path).as_posix(): File(each.read_bytes(), bool(each.stat().st_mode & 0o100))
        for each in sorted(path.rglob("*"))
        if each.is_file() and "__pycache__" not in each.parts
    }


@dataclass(frozen=True, slots=True)
class Ended:
    """How a container ended, what it said, and the files that were asked for, as far as they are there."""

    status: int
    said: str
    files: dict[str, bytes]
    seconds: float


def read(container: Container, path: str) -> bytes | None:
    """A file of a container; None where there is none."""
    try:
        stream, _ = container.get_archive(path)
    except docker.errors.NotFound:
        return None
    with tarfile.open(fileobj=io.BytesIO(b"".join(stream))) as tar:
        member = tar.extractfile(tar.getmembers()[0])
        return member.read() if member else None


class Platform:
    """Builds images and runs containers."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._images: list[str] = []
        base = base_image(engine)
        if base is None:
            pytest.skip("there is no local base image, and it takes root and debootstrap to make one")
        version = engine.client.containers.run(
            base,
            ["python3", "-c", "import sys; print(*sys.version_info[:2], sep='.')"],
            network_mode="none",
            remove=True,
        )
        if f"python{version.decode().strip()}" != _PYTHON:
            pytest.skip(
                f"the base image has Python {version.decode().strip()}, and packages of {_PYTHON} are to be mounted"
            )
        ensurepip = Path(sysconfig.get_path("stdlib"), "ensurepip")
        if not ensurepip.is_dir():
            pytest.skip("this Python has no ensurepip to lend to the base image")
        context = {"apt-get": text(_APT, executable=True), **below("ensurepip", folder(ensurepip))}
        self.build(BASE, {**context, "Dockerfile": text(_RECIPE.format(base=base))})

    def build(self, tag: str, context: Tree, **arguments: str) -> str:
        """The image of a build context that holds a Dockerfile; no network."""
        said = []
        for line in self.engine.client.api.build(
            fileobj=io.BytesIO(archive(context)), custom_context=True, tag=tag, buildargs=arguments,
            network_mode="none", rm=True, forcerm=True, decode=True,
        ):  # fmt: skip
            said.append(line.get("stream", "") or line.get("error", ""))
            if "error" in line:
                raise AssertionError("".join(said)[-4000:])
        self._images.append(tag)
        return tag

    @contextlib.contextmanager
    def running(self, image: str, files: Tree, command: Any = None, **options: Any) -> Iterator[Container]:
        """A started container with these files put into it before."""
        packages = sysconfig.get_path("purelib")
        # An editable installation leaves the bundled course there, with its hidden checks, open to everybody.
        covered = {f"{DEPENDENCIES}/grader": "mode=700"} if Path(packages, "grader").is_dir() else {}
        container = self.engine.client.containers.create(
            image, command, network_mode="none", tmpfs=covered,
            volumes={packages: {"bind": DEPENDENCIES, "mode": "ro"}}, **options,
        )  # fmt: skip
        try:
            container.put_archive("/", archive({**files, f"{SITE_PACKAGES}/deps.pth": text(f"{DEPENDENCIES}\n")}))
            container.start()
            yield container
        finally:
            container.remove(force=True, v=True)

    def run(self, image: str, files: Tree, command: Any, wanted: Sequence[str], **options: Any) -> Ended:
        """A container from its start to its end."""
        began = time.monotonic()
        with self.running(image, files, command, **options) as container:
            container.wait(timeout=_SECONDS)
            return _ended(container, wanted, began)

    def run_until(self, image: str, files: Tree, command: Any, path: str, **options: Any) -> Ended:
        """Killed outright once there is something at ``path``."""
        began = time.monotonic()
        with self.running(image, files, command, **options) as container:
            while read(container, path) is None and time.monotonic() - began < _SECONDS:
                time.sleep(0.1)
            container.kill("SIGKILL")
            container.wait(timeout=_SECONDS)
            return _ended(container, [path], began)

    def close(self) -> None:
        for tag in self._images:
            with contextlib.suppress(Exception):
                self.engine.client.images.remove(tag, force=True)


def _ended(container: Container, wanted: Sequence[str], began: float) -> Ended:
    container.reload()
    files = {path: content for path in wanted if (content := read(container, path)) is not None}
    said = container.logs().decode(errors="replace")
    return Ended(container.attrs["State"]["ExitCode"], said, files, time.monotonic() - began)


def mapped(tree: Mapping[str, str], folder: str = "") -> dict[str, File]:
    """Texts as files of a folder."""
    return {f"{folder}/{path}".lstrip("/"): text(content) for path, content in tree.items()}
