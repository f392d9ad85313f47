"""A real docker engine and the grading image for tests: found, or started and built here.

As root without an engine, one is started by hand, with a data folder of its own in the user's cache folder: what was
built in an earlier run need not be built again. The last test process that uses it ends it.
"""

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from filelock import FileLock

from grader.faults import InfrastructureFault
from grader.sandbox.docker.build import build
from grader.sandbox.docker.engine import Engine, connect
from grader.sandbox.docker.image import look_for, wanted_image
from tests.support.waiting import until

BASE = "torchgrade/base:bookworm"
ROOT = Path(__file__).parents[2]
FOLDER = Path(platformdirs.user_cache_dir("torchgrade")) / "test-engine"
BUILDING_SECONDS = 1800  # for a first test that makes everything from nothing on a busy machine
_START_SECONDS = 60.0
_FAILED = "failed to start"
_STORAGE = ("overlay2", "vfs")  # the second where the folder's own file system is a layered one


@contextlib.contextmanager
def running_engine() -> Iterator[Engine]:
    """A connected engine. DOCKER_HOST names it until the end, for what is started from here."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / "users", "w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        before = os.environ.get("DOCKER_HOST")
        engine = _found_or_started()
        os.environ["DOCKER_HOST"] = engine.url
        try:
            yield engine
        finally:
            engine.close()
            os.environ.pop("DOCKER_HOST")
            if before is not None:
                os.environ["DOCKER_HOST"] = before
            with FileLock(FOLDER / "lock"), contextlib.suppress(BlockingIOError):
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _stop()


def _found_or_started() -> Engine:
    with contextlib.suppress(InfrastructureFault):
        return connect()
    if os.geteuid() != 0:
        pytest.skip("no docker engine answers, and only root can start one: scripts/setup tells what to install")
    with FileLock(FOLDER / "lock"):
        os.environ["DOCKER_HOST"] = f"unix://{FOLDER}/engine.sock"
        with contextlib.suppress(InfrastructureFault):
            return connect()
        return _started()


def _started() -> Engine:
    if shutil.which("dockerd") is None:
        pytest.fail("dockerd is not installed: run scripts/setup docker, or apt-get install docker.io debootstrap")
    if not any(map(_starts, _STORAGE)):
        pytest.fail(f"dockerd does not start here; its log: {(FOLDER / 'engine.log').read_text()[-2000:]}")
    return connect()


def _starts(storage: str) -> bool:
    """Starts it as nobody's child: it outlives the test process if another one still uses it then."""
    command = ["setsid", "--fork", "dockerd", f"--data-root={FOLDER}/data-{storage}", f"--exec-root={FOLDER}/exec"]
    command += [f"--pidfile={FOLDER}/engine.pid", f"--host=unix://{FOLDER}/engine.sock"]
    command += [f"--storage-driver={storage}", "--iptables=false", "--bridge=none"]
    path = FOLDER / "engine.log"
    with path.open("w") as log:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=True)
    return until(lambda: _answers() or _FAILED in path.read_text(), _START_SECONDS) and _answers()


def _answers() -> bool:
    try:
        connect().close()
    except InfrastructureFault:
        return False
    return True


def _stop() -> None:
    """End the engine that was started here, if there is one."""
    with contextlib.suppress(OSError, ValueError):
        process = int((FOLDER / "engine.pid").read_text())
        if str(FOLDER).encode() in Path(f"/proc/{process}/cmdline").read_bytes():
            os.kill(process, signal.SIGTERM)
            end = time.monotonic() + 20
            while os.path.exists(f"/proc/{process}") and time.monotonic() < end:
                time.sleep(0.05)


@contextlib.contextmanager
def grading_engine() -> Iterator[Engine]:
    """The engine, with the grading image of the code as it is now."""
    with running_engine() as engine:
        with FileLock(FOLDER / "image-lock"):
            wanted = wanted_image()
            if look_for(engine, wanted).id is None:
                build(engine, wanted, base_image(engine))
        yield engine


def base_image(engine: Engine) -> str | None:
    """Made by debootstrap as root; otherwise what the registry has."""
    if engine.client.images.list(name=BASE):
        return BASE
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        return None
    done = subprocess.run([str(ROOT / "scripts" / "docker_base"), BASE], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.fail(f"scripts/docker_base failed: {done.stderr.strip()[-500:]}")
    return BASE
