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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from docker.models.containers import Container

from grader.release.tree import File, Tree, below, text
from grader.sandbox.docker.engine import Engine
from tests.support.docker_engine import base_image

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
    """How a container ended, and what it said."""

    status: int
    said: str
    seconds: float
    container: Container

    def read(self, path: str) -> bytes | None:
        """A file of the ended container; None where there is none."""
        import docker.errors

        try:
            stream, _ = self.container.get_archive(path)
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
        container = self.engine.client.containers.create(
            image, command, network_mode="none", volumes={packages: {"bind": DEPENDENCIES, "mode": "ro"}}, **options
        )
        try:
            container.put_archive("/", archive({**files, f"{SITE_PACKAGES}/deps.pth": text(f"{DEPENDENCIES}\n")}))
            container.start()
            yield container
        finally:
            container.remove(force=True, v=True)

    @contextlib.contextmanager
    def ran(
        self, image: str, files: Tree, command: Any = None, seconds: float = 120, **options: Any
    ) -> Iterator[Ended]:
        """The same, once it has ended by itself."""
        began = time.monotonic()
        with self.running(image, files, command, **options) as container:
            status = container.wait(timeout=seconds)["StatusCode"]
            said = container.logs().decode(errors="replace")
            yield Ended(status, said, time.monotonic() - began, container)

    def close(self) -> None:
        for tag in self._images:
            with contextlib.suppress(Exception):
                self.engine.client.images.remove(tag, force=True)


def running_until(container: Container, path: str, seconds: float) -> bytes:
    """The content of a file that is to appear in a running container."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        content = Ended(0, "", 0, container).read(path)
        if content is not None:
            return content
        time.sleep(0.1)
    raise AssertionError(f"{path} did not appear: {container.logs().decode(errors='replace')[-2000:]}")


def mapped(tree: Mapping[str, str]) -> dict[str, File]:
    return {path: text(content) for path, content in tree.items()}
