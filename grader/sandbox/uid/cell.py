"""The running zygote of the uid driver: a plain process of root's."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import grader
from grader.sandbox.cell import Cell
from grader.sandbox.command import ENVIRONMENT, thread_variables

_END_SECONDS = 5.0


class UidCell(Cell):
    """Starts on construction. ``close`` ends the zygote and with it every user that it started."""

    def __init__(self, scratch: str) -> None:
        super().__init__()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._zygote, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with far:
                self._process = self._start(scratch, far.fileno())
            self._await_zygote()
        except BaseException:
            self.close()
            raise

    def _start(self, scratch: str, end: int) -> subprocess.Popen[bytes]:
        folders = {"HOME": scratch, "TMPDIR": scratch, "PYTHONPATH": str(Path(grader.__file__).parent.parent)}
        return subprocess.Popen(
            [sys.executable, "-s", "-P", "-m", "grader.worker.uidzygote", str(end)],
            pass_fds=(end,),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            cwd="/",
            start_new_session=True,  # Ctrl-C is for the judge alone
            env={**ENVIRONMENT, **thread_variables(1), **folders},
        )

    def end_user(self, user: int, by: int) -> None:
        """Kill everything of a user's. With a dead zygote its users are dead."""
        with self._lock, contextlib.suppress(OSError):
            self._zygote.send(json.dumps({"kill": user, "by": by}).encode())

    @property
    def process_id(self) -> int:
        return self._process.pid

    def _error_output(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        self._log.seek(0)
        return self._log.read(1 << 16).decode(errors="replace").strip()

    def _exit_status(self) -> int | None:
        return self._process.poll()

    def close(self) -> None:
        self._zygote.close()
        process = getattr(self, "_process", None)
        if process is not None and process.poll() is None:
            try:
                process.wait(_END_SECONDS)  # it leaves at the end of its socket
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait(5)
        self._log.close()
