"""One running bubblewrap with its holder and its zygote."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from grader.sandbox import drop
from grader.sandbox.cell import Cell
from grader.sandbox.command import bubblewrap_command, find_bubblewrap, reachable_by_all
from grader.sandbox.scope import scope_environment
from grader.sandbox.scratch import Scratch
from grader.sandbox.view import View

_END_SECONDS = 5.0
# A user that nothing else runs as (systemd's range of dynamic users), a different one for each judge.
_FIRST_UID, _UIDS = 61184, 4096


class BubblewrapCell(Cell):
    """Starts on construction, which must happen on a thread that outlives it (bwrap dies with its parent thread)."""

    def __init__(
        self, view: View, bytecode: Path | None, *, user_namespace: bool = True, scope: list[str] | None = None
    ) -> None:
        super().__init__()
        self.user_namespace = user_namespace
        self._scope = scope or []
        self._staging: Scratch | None = None
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
        self._staging = Scratch("/tmp")
        staging = str(self._staging.path)
        os.chmod(staging, 0o755)
        wanted = [*view.sources(), *([bytecode] if bytecode else [])]
        sources = [path for path in wanted if not reachable_by_all(path)]
        staged = {path: os.path.join(staging, str(number)) for number, path in enumerate(sources)}
        if not reachable_by_all(bwrap):  # with the libraries that lie beside its package
            root = bwrap.parents[2]
            bwrap = Path(staging, str(len(sources)), bwrap.relative_to(root))
            sources.append(root)
        uid = _FIRST_UID + os.getpid() % _UIDS
        plan = {"uid": uid, "gid": uid, "staging": staging, "sources": [str(path) for path in sources]}
        command = bubblewrap_command(bwrap, view, bytecode, inner, staged=staged)
        return [sys.executable, "-I", "-S", str(drop.__file__), json.dumps(plan), *command]

    def _error_output(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        self._log.seek(0)
        return self._log.read(1 << 16).decode(errors="replace").strip()

    def _exit_status(self) -> int | None:
        return self._process.poll()

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
            self._staging.remove()
            self._staging = None
