"""One running bubblewrap with its holder and its zygote, as the judge holds it."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.faults import InfrastructureFault
from grader.sandbox import drop
from grader.sandbox.command import bubblewrap_command, find_bubblewrap, reachable_by_all
from grader.sandbox.remedies import explained
from grader.sandbox.scope import scope_environment
from grader.sandbox.view import View

_START_SECONDS = 120.0  # a cold disk can take a minute over torch
_ANSWER_SECONDS = 20.0
_END_SECONDS = 5.0
# A user that nothing else runs as (systemd's range of dynamic users), a different one for each judge.
_FIRST_UID, _UIDS = 61184, 4096


class CellDied(InfrastructureFault):
    """The holder or the zygote is gone; a new cell may work."""


@dataclass(frozen=True, slots=True)
class Namespaces:
    """What the holder made for one worker."""

    pidfd: int  # of its pid 1: killing that ends everything in it
    folders: tuple[int, ...]  # descriptors of /sandbox and /dev/shm inside


class Cell:
    """Starts on construction, which must happen on a thread that outlives it (bwrap dies with its parent thread)."""

    def __init__(
        self, view: View, bytecode: Path | None, *, user_namespace: bool = True, scope: list[str] | None = None
    ) -> None:
        self.user_namespace = user_namespace
        self._scope = scope or []
        self._lock = threading.Lock()
        self._staging: str | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._holder, holder = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._zygote, zygote = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with holder, zygote:
                self._process = self._start(view, bytecode, (holder.fileno(), zygote.fileno()))
            self._await_zygote()
            self._unstage()
        except BaseException:
            self.close()
            raise

    def _start(self, view: View, bytecode: Path | None, ends: tuple[int, int]) -> subprocess.Popen[bytes]:
        python = [sys.executable, "-s", "-P"]
        inner = [*python, "-S", "-m", "grader.worker.holder", *map(str, ends), *python, "-m", "grader.worker.zygote"]
        bwrap = find_bubblewrap()
        if os.geteuid() != 0 or not self.user_namespace:
            command = bubblewrap_command(bwrap, view, bytecode, inner, user_namespace=self.user_namespace)
        else:
            command = self._dropped(bwrap, view, bytecode, inner)
        return subprocess.Popen(
            [*self._scope, *command],
            pass_fds=ends,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,  # Ctrl-C is for the judge alone
            env={"PATH": "/usr/bin:/bin", **(scope_environment() if self._scope else {})},
        )

    def _dropped(self, bwrap: Path, view: View, bytecode: Path | None, inner: list[str]) -> list[str]:
        """The command as root: through ``drop``, with what the user can't reach put where it can."""
        self._staging = tempfile.mkdtemp(prefix="torchgrade-", dir="/tmp")
        os.chmod(self._staging, 0o755)
        wanted = [*view.sources(), *([bytecode] if bytecode else [])]
        sources = [path for path in wanted if not reachable_by_all(path)]
        staged = {path: os.path.join(self._staging, str(number)) for number, path in enumerate(sources)}
        if not reachable_by_all(bwrap):  # with the libraries that lie beside its package
            root = bwrap.parents[2]
            bwrap = Path(self._staging, str(len(sources)), bwrap.relative_to(root))
            sources.append(root)
        uid = _FIRST_UID + os.getpid() % _UIDS
        plan = {"uid": uid, "gid": uid, "staging": self._staging, "sources": [str(path) for path in sources]}
        command = bubblewrap_command(bwrap, view, bytecode, inner, staged=staged)
        return [sys.executable, "-I", "-S", str(drop.__file__), json.dumps(plan), *command]

    def _await_zygote(self) -> None:
        message = self._receive(self._zygote, _START_SECONDS)
        if message is None:
            raise explained(self._error_output(), self._process.poll())
        if "error" in message:
            raise InfrastructureFault(f"Python can't start inside the sandbox: {message['error']}")
        if message["threads"] != 1:
            raise InfrastructureFault(
                f"The zygote has {message['threads']} threads and must have one: a package starts some when imported."
            )

    def _receive(self, end: socket.socket, seconds: float) -> dict[str, Any] | None:
        """One message, or None when the other side is gone."""
        poll = select.poll()  # not select: a busy service has descriptors past 1024
        poll.register(end, select.POLLIN)
        if not poll.poll(seconds * 1000):
            raise CellDied(f"The sandbox did not answer within {seconds:.0f} s.")
        try:
            packet = end.recv(1 << 16)
        except ConnectionError:
            return None
        message: dict[str, Any] | None = json.loads(packet) if packet else None
        return message

    def _error_output(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        self._log.seek(0)
        return self._log.read(1 << 16).decode(errors="replace").strip()

    def make_namespaces(self, disk_bytes: int, network: bool, uid: int | None) -> Namespaces:
        """Fresh namespaces with folders of ``disk_bytes``; the work folder belongs to ``uid``, if that is given."""
        request = json.dumps({"disk_bytes": disk_bytes, "network": network, "uid": uid}).encode()
        with self._lock:
            try:
                self._holder.send(request)
                self._holder.settimeout(_ANSWER_SECONDS)
                packet, descriptors, _, _ = socket.recv_fds(self._holder, 1 << 16, 3)
            except OSError as error:
                raise CellDied(f"The sandbox's holder is gone: {error}.") from error
        if not packet:
            raise CellDied(f"The sandbox's holder is gone. {self._error_output()}".rstrip())
        message = json.loads(packet)
        if "error" in message:
            raise explained(message["error"], None)
        return Namespaces(descriptors[0], tuple(descriptors[1:]))

    def fork(self, request: Mapping[str, Any], descriptors: list[int]) -> None:
        """Ask the zygote for a child; what becomes of it is told over its own life socket (descriptors[0])."""
        try:
            with self._lock:
                socket.send_fds(self._zygote, [json.dumps(request).encode()], descriptors)
        except OSError as error:
            raise CellDied(f"The sandbox's zygote is gone: {error}.") from error

    @property
    def process_id(self) -> int:
        """Of the outermost process, in the judge's own pid namespace."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End the zygote and every worker. Idempotent."""
        self._holder.close()
        self._zygote.close()
        process = getattr(self, "_process", None)
        if process is not None and process.poll() is None:
            try:
                process.wait(_END_SECONDS)  # the holder leaves at the end of its socket, and everything with it
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait(5)
        self._log.close()
        self._unstage()

    def _unstage(self) -> None:
        """The staging folder is of no use once bubblewrap has bound its parts; a killed judge must not leave it."""
        if self._staging is not None:
            with contextlib.suppress(OSError):
                os.rmdir(self._staging)
            self._staging = None
