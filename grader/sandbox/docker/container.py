"""One running container with its holder and its zygote."""

import contextlib
import errno
import os
import secrets
import select
import socket
import struct
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docker.errors
import requests

from grader.faults import InfrastructureFault
from grader.language import noted, say
from grader.sandbox.cell import Cell
from grader.sandbox.docker.engine import Engine, explained
from grader.sandbox.docker.groups import unlimited
from grader.sandbox.docker.hardening import creation, memory_for, require_taken, socket_folder
from grader.sandbox.docker.orphans import labels_of_this_judge
from grader.sandbox.docker.settings import DockerSettings
from grader.sandbox.protocol import Limits
from grader.sandbox.remedies import explained as explained_error

_CONNECT_SECONDS = 60.0
_LOOK_SECONDS = 0.5
# Users that nothing else runs as; an engine that maps users has 65536 to give.
_UIDS = range(0x70000000, 0x70000000 + (1 << 20))
_MAPPED_UIDS = range(20000, 60000)
_NOT_CONNECTED = noted(
    "The container started and did not connect to the grader. The engine must run on the machine that grades, and its "
    "runtime must let a container use a unix socket of the host."
)
_FOREIGN_KERNEL = noted(
    "This container runtime lacks calls of Linux that keep one check from the next (gVisor's runsc has no pidfd_open "
    "and joins no pid namespace): use runc or crun (unset TORCHGRADE_DOCKER_RUNTIME), or --sandbox bubblewrap."
)
_NO_NAMESPACES = noted(
    "This engine's machine does not let containers make user namespaces, which keep one check from the next: allow "
    "them there (sysctl -w user.max_user_namespaces=10000 kernel.unprivileged_userns_clone=1; on Ubuntu 24.04 also "
    "kernel.apparmor_restrict_unprivileged_userns=0), or use --sandbox bubblewrap."
)


class ContainerCell(Cell):
    """Creates and starts its container on construction. ``close`` removes it."""

    def __init__(self, engine: Engine, settings: DockerSettings, image: str) -> None:
        super().__init__()
        self._engine = engine
        self._id: str | None = None
        self._memory = memory_for(Limits())
        self._removing = threading.Lock()
        self.inner_process = 0  # the holder, as this machine numbers it; 0 where it can't be seen
        self._ends: dict[bytes, socket.socket] = {}
        try:
            with tempfile.TemporaryDirectory(prefix="torchgrade-") as outer, explained():
                self._begin(settings, image, Path(outer))
            self._holder, self._zygote = self._ends[b"holder"], self._ends[b"zygote"]
            self._await_zygote()
        except OSError as error:
            self.close()
            raise explained_error(str(error), None) from error
        except BaseException:
            self.close()
            raise

    def _begin(self, settings: DockerSettings, image: str, outer: Path) -> None:
        """Only this user can go through ``outer``, so nobody but the container and root comes to the socket."""
        folder = socket_folder(outer)
        folder.mkdir(mode=0o755)
        path = folder / "judge"
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            listener.bind(str(path))
            listener.listen(3)
            path.chmod(0o666)
            folder.chmod(0o755)
            self._create(settings, image, outer)
            self._accept_all(listener)
        # Before any submission comes: no one can connect again, and the folder that the container sees is empty.
        path.unlink()

    def _create(self, settings: DockerSettings, image: str, folder: Path) -> None:
        uid = secrets.choice(_MAPPED_UIDS if self._engine.maps_users else _UIDS)
        options = creation(self._engine, settings, image, uid, folder, labels_of_this_judge())
        api = self._engine.client.api
        self._id = api.create_container(**options)["Id"]
        require_taken(settings, api.inspect_container(self._id)["HostConfig"])
        api.start(self._id)

    def _accept_all(self, listener: socket.socket) -> None:
        end = time.monotonic() + _CONNECT_SECONDS
        while len(self._ends) < 3:
            if select.select([listener], [], [], _LOOK_SECONDS)[0]:
                self._accept(listener)
            elif (status := self._exit_status()) is not None:
                raise InfrastructureFault(
                    say("The container ended while it started: {complaint}.", complaint=self._complaint(status))
                )
            elif time.monotonic() > end:
                raise InfrastructureFault(say(_NOT_CONNECTED))

    def _accept(self, listener: socket.socket) -> None:
        connection, _ = listener.accept()
        connection.settimeout(5)
        self._ends[connection.recv(16)] = connection
        connection.settimeout(None)
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        self.inner_process = struct.unpack("3i", credentials)[0]

    def _complaint(self, status: int | None) -> str:
        said = self._error_output().splitlines()
        return said[-1][:300] if said else say("exit status {status}", status=status)

    @property
    def id(self) -> str:
        return self._id or ""

    @property
    def process_id(self) -> int:
        return self.inner_process

    def state(self) -> dict[str, Any]:
        """What the engine knows of the container's life: Running, ExitCode, OOMKilled; empty when it is gone."""
        with contextlib.suppress(docker.errors.DockerException, requests.RequestException):
            found: dict[str, Any] = self._engine.client.api.inspect_container(self.id)["State"]
            return found
        return {}

    def _refusal(self, complaint: str) -> InfrastructureFault:
        sentence = _FOREIGN_KERNEL if os.strerror(errno.ENOSYS) in complaint else _NO_NAMESPACES
        return InfrastructureFault(say("{sentence} ({last})", sentence=say(sentence), last=complaint))

    def _exit_status(self) -> int | None:
        state = self.state()
        return None if state.get("Running") or state.get("Status") == "created" else state.get("ExitCode", -9)

    def _error_output(self) -> str:
        """The engine's facts first: a container that was killed for memory can't say so itself."""
        state = self.state()
        if state.get("OOMKilled"):
            return "the container was killed because its memory was full: Cannot allocate memory"
        return "".join(self._packets()).strip() or str(state.get("Error", ""))

    def _packets(self) -> Iterator[str]:
        """What the holder and the zygote said until now; a submission's output goes elsewhere."""
        if output := self._ends.get(b"output"):
            output.setblocking(False)
            with contextlib.suppress(OSError):
                while packet := output.recv(1 << 16):
                    yield packet.decode(errors="replace")

    def allow(self, limits: Limits) -> None:
        """Give the container room for workers of these limits, where it is limited at all."""
        wanted = memory_for(limits)
        if wanted > self._memory and "memory" not in unlimited(self.inner_process, self.id):
            with explained():
                self._engine.give_memory(self.id, wanted)
        self._memory = max(self._memory, wanted)

    def close(self) -> None:
        for connection in self._ends.values():
            connection.close()
        with self._removing, contextlib.suppress(docker.errors.DockerException, requests.RequestException):
            if self._id is not None:
                self._engine.client.api.remove_container(self._id, force=True, v=True)
                self._id = None
