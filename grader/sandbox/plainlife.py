"""The processes of one unisolated worker, as far as the platform lets them be held."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from grader.sandbox.meter import family
from grader.sandbox.scratch import Scratch

_DISK_INTERVAL_SECONDS = 0.25  # walking a folder is not free
_END_SECONDS = 10.0


class ProcessLife:
    """Life over a process and its process group. What leaves the group and its parent is out of reach."""

    def __init__(self, process: "subprocess.Popen[bytes]", folder: Scratch, disk: int) -> None:
        self._process = process
        self._folder = folder
        self._disk_bytes = disk
        self._disk_looked = 0.0
        self._disk_full = False
        self._killed = False

    def ended(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        if self._killed:
            return
        self._killed = True
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self._process.pid)], capture_output=True, check=False)
            return
        descendants = family((self._process.pid,))[1:] if self._process.poll() is None else []
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for process in descendants:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)

    def exit_status(self) -> int | None:
        """In the form of a wait status on every platform."""
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        return -code if code < 0 else (code & 0xFF) << 8

    def disk_full(self, at_last: bool = False) -> bool:
        """Whether the work folders hold all that they may; looked at four times a second, and at the end."""
        due = at_last or time.monotonic() - self._disk_looked > _DISK_INTERVAL_SECONDS
        if not self._disk_full and due:
            root = self._folder.path
            self._disk_full = sum(_folder_size(root / name) for name in ("work", "tmp")) >= self._disk_bytes
            self._disk_looked = time.monotonic()
        return self._disk_full

    def release(self) -> None:
        self._folder.remove()


class ColdLife(ProcessLife):
    """A process inside a bubblewrap of its own: what it writes is in that one's scratch folder, seen through /proc."""

    def disk_full(self, at_last: bool = False) -> bool:
        for process in family((self._process.pid,))[1:]:
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{process}/root") != "/" or _same_root(process):
                    continue
                state = os.statvfs(f"/proc/{process}/root/sandbox")
                if (state.f_blocks - state.f_bfree) * state.f_frsize >= self._disk_bytes:
                    return True
        return False


def _same_root(process: int) -> bool:
    theirs, own = os.stat(f"/proc/{process}/root/"), os.stat("/")
    return (theirs.st_dev, theirs.st_ino) == (own.st_dev, own.st_ino)


def _folder_size(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(parent, name)).st_size
    return total
