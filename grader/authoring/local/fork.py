"""A forked child in a session of its own, with a pipe to hear it by."""

import contextlib
import ctypes
import json
import os
import select
import signal
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from grader.authoring.local.model import Ended, Run

_PR_SET_PDEATHSIG = 1


class Child:
    """Made by forking: ``is_me`` is true in the child, which has ``writer``; its parent may ``listen``."""

    def __init__(self) -> None:
        self._reader, self.writer = os.pipe()
        self._buffer = b""
        self._heard = _Heard()
        self._parent = os.getpid()
        self._pid = os.fork()
        self.is_me = self._pid == 0
        os.close(self._reader if self.is_me else self.writer)

    def settle(self) -> None:
        """In the child: a session of its own, no streams, and an end when its parent ends."""
        os.setsid()
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if os.getppid() != self._parent:
                os._exit(0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)

    def listen(self, quiet_seconds: float) -> Run:
        """Until it ends, or says nothing for too long. Nothing that it started outlives this."""
        silent = False
        try:
            while data := self._read(quiet_seconds):
                self._buffer += data
                *lines, self._buffer = self._buffer.split(b"\n")
                for line in lines:
                    self._heard.line(json.loads(line))
            silent = data is None
        finally:
            status = self._end(at_once=silent)
        return self._heard.run(status, silent)

    def _read(self, seconds: float) -> bytes | None:
        """b"" at the end, None when nothing came."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            ready, _, _ = select.select([self._reader], [], [], left)
            if ready:
                return os.read(self._reader, 1 << 16)
        return None

    def _end(self, at_once: bool) -> int:
        """Reap it and kill what it left. One that closed its pipe is ending by itself, with a status to be read."""
        if at_once or not self._ended_soon():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._ended_soon(60.0)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        os.close(self._reader)
        return os.waitpid(self._pid, 0)[1]

    def _ended_soon(self, seconds: float = 2.0) -> bool:
        """Whether it ends within a time. It is left to be reaped, so that its number stays its own."""
        deadline = time.monotonic() + seconds
        while os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.001)
        return True


@dataclass(slots=True)
class _Heard:
    """What a child said so far."""

    ends: list[Ended] = field(default_factory=list)
    fault: str = ""
    imported: tuple[str, ...] = ()
    planned: tuple[str, ...] = ()
    forbidden: bool = False
    running: tuple[str, int] | None = None

    def line(self, message: dict[str, Any]) -> None:
        if "started" in message:
            self.running = message["started"], message["seed"]
        elif "check" in message:
            self.running = None
            self.ends.append(Ended(**message))
        else:
            self.fault = message.get("fault", self.fault)
            self.imported = tuple(message.get("imported", self.imported))
            self.planned = tuple(message.get("planned", self.planned))
            self.forbidden = message.get("forbidden", self.forbidden)

    def run(self, status: int, silent: bool) -> Run:
        if self.running is not None:
            timed_out = silent or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF)
            end = (
                ("timeout", "needs far more time than the reference") if timed_out else ("crashed", "ends its process")
            )
            self.ends.append(Ended(*self.running, *end))  # type: ignore[arg-type]
        elif not self.ends and not self.fault:
            self.fault = "ends its process while it is imported"
        return Run(tuple(self.ends), self.fault, self.imported, self.planned, self.forbidden)
