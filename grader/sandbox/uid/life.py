"""The processes of one user, and the files that it may have left."""

import contextlib
import os
import shutil
import socket
import time
from dataclasses import dataclass

from grader.sandbox.life import ForkedLife
from grader.sandbox.uid.cell import UidCell

SHARED = ("/dev/shm",)  # where any user may write, and what the C library's shared memory needs
_PUBLIC = ("/tmp", "/var/tmp", "/run/lock", *SHARED)
_DISK_INTERVAL_SECONDS = 0.25  # walking a folder is not free


@dataclass(frozen=True, slots=True)
class Tenant:
    """A user for one worker: ``uid`` runs it, ``by`` (which has no process) ends it, ``folder`` is its own."""

    uid: int
    by: int
    folder: str

    def move_in(self) -> None:
        """Make the folder, which nobody else can enter."""
        for path in (self.folder, f"{self.folder}/work", f"{self.folder}/tmp"):
            os.mkdir(path, 0o700)
            os.chown(path, self.uid, self.uid)

    def move_out(self) -> None:
        """Remove what belongs to the user. Its processes are dead."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for path in self.left_outside():
            with contextlib.suppress(OSError):
                shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)

    def left_outside(self) -> list[str]:
        """What it wrote into folders that are open to everybody."""
        found = []
        for folder in _PUBLIC:
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                found += [entry.path for entry in entries if _owner(entry) == self.uid]
        return found

    def bytes_written(self) -> int:
        return sum(map(_size, (self.folder, *self.left_outside())))


def _owner(entry: "os.DirEntry[str]") -> int:
    try:
        return entry.stat(follow_symlinks=False).st_uid
    except OSError:
        return -1


def _size(path: str) -> int:
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(folder, name)).st_blocks * 512
    with contextlib.suppress(OSError):
        total += os.lstat(path).st_blocks * 512
    return total


class UserLife(ForkedLife):
    """Life over all processes of one user: what left its group, session and parent is ended all the same."""

    def __init__(self, socket_: socket.socket, cell: UidCell, tenant: Tenant, disk_bytes: int) -> None:
        super().__init__(socket_)
        self._tenant = tenant
        self._cell = cell
        self._disk_bytes = disk_bytes
        self._looked = 0.0
        self._full = False
        self._killed = False

    def kill(self) -> None:
        if self._open and not self._killed:
            self._killed = True
            self._cell.end_user(self._tenant.uid, self._tenant.by)

    def disk_full(self, at_last: bool = False) -> bool:
        """Measured four times a second, and at the end: a folder of an ordinary file system has no size of its own."""
        if not self._full and (at_last or time.monotonic() - self._looked > _DISK_INTERVAL_SECONDS):
            self._full = self._tenant.bytes_written() >= self._disk_bytes
            self._looked = time.monotonic()
        return self._full

    def release(self) -> None:
        super().release()
        self._tenant.move_out()
