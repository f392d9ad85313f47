"""A real podman service for tests, where podman is installed: storage of its own, images copied from the docker engine.

The storage stays in the user's cache folder, so that what was copied once need not be copied again.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from filelock import FileLock

from grader.faults import InfrastructureFault
from grader.sandbox.docker.build import build
from grader.sandbox.docker.engine import Engine, connect
from grader.sandbox.docker.image import PACKAGES_REPOSITORY, look_for, wanted_image
from tests.support.docker_engine import BASE
from tests.support.waiting import until

FOLDER = Path(platformdirs.user_cache_dir("torchgrade")) / "test-podman"
# Runc, since crun can't do with both versions of control groups at once; limits that root may give in a container too.
_CONFIGURATION = """
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
{runtime}
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
"""
_STORAGE = '[storage]\ndriver = "overlay"\ngraphroot = "{folder}/data"\nrunroot = "{folder}/run"\n'


@contextlib.contextmanager
def podman_engine(docker: Engine) -> Iterator[Engine]:
    """A connected podman with the grading image. Skips where there is no podman, or no root to start it."""
    if shutil.which("podman") is None:
        pytest.skip("podman is not installed (apt-get install podman)")
    if os.geteuid() != 0:
        pytest.skip("only root can start this podman, which limits what containers use")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / "lock"), _service() as url, _at(url):
        engine = connect()
        try:
            _copy_images(docker, engine)
            yield engine
        finally:
            engine.close()


@contextlib.contextmanager
def _at(url: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", url)
        yield


@contextlib.contextmanager
def _service() -> Iterator[str]:
    runtime = 'runtime = "runc"' if shutil.which("runc") else ""
    (FOLDER / "containers.conf").write_text(_CONFIGURATION.format(runtime=runtime))
    (FOLDER / "storage.conf").write_text(_STORAGE.format(folder=FOLDER))
    url = f"unix://{FOLDER}/engine.sock"
    environment = {
        **os.environ,
        "CONTAINERS_CONF": str(FOLDER / "containers.conf"),
        "CONTAINERS_STORAGE_CONF": str(FOLDER / "storage.conf"),
    }
    command = ["podman", f"--tmpdir={FOLDER}/tmp", "system", "service", "--time=0", url]
    with (
        (FOLDER / "engine.log").open("w") as log,
        subprocess.Popen(command, stdout=log, stderr=log, env=environment) as service,
    ):
        try:
            if not until(lambda: _answers(url), 30.0):
                pytest.fail(f"podman does not start here; its log: {(FOLDER / 'engine.log').read_text()[-2000:]}")
            yield url
        finally:
            service.terminate()


def _answers(url: str) -> bool:
    try:
        with _at(url):
            connect().close()
    except InfrastructureFault:
        return False
    return True


def _copy_images(docker: Engine, podman: Engine) -> None:
    wanted = wanted_image()
    if look_for(podman, wanted).id is not None:
        return
    base = str(docker.client.images.get(BASE).id).removeprefix("sha256:")
    for name in (BASE, f"{PACKAGES_REPOSITORY}:{wanted.packages_key}-{base[:12]}"):
        if not podman.client.images.list(name=name):
            podman.client.api.load_image(docker.client.api.get_image(name))
    build(podman, wanted, BASE)
