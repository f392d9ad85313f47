"""Folders of ours among the temporary files, and the end of those whose maker was killed before it could remove them.

A folder's maker holds a lock on it for as long as it lives, so that anybody can tell whether it is still in use: a
process number would say nothing where several containers share one folder of temporary files.
"""

import contextlib
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing is swept there
    fcntl = None  # type: ignore[assignment]

# Of its own: no other temporary folder of ours has a lock to be known by.
_PREFIX = "torchgrade-scratch-"
_YOUNG = 60.0  # seconds in which a folder may be made and not locked yet


class Scratch:
    """A new empty folder for this user alone. ``remove`` it when it is of no use any more; idempotent."""

    def __init__(self, parent: str | None = None) -> None:
        where = parent or tempfile.gettempdir()
        _sweep_once(where)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=where))
        self._lock = _locked(self.path)
        self._owner = os.getpid()
        self._there = True

    def remove(self) -> None:
        """With all that is in it, by the process that made it; a fork of that has a say in nothing."""
        if self._there and os.getpid() == self._owner:
            self._there = False
            _remove(self.path)
            if self._lock is not None:
                os.close(self._lock)


def _locked(path: Path) -> int | None:
    """A descriptor that holds the folder's lock; where none is to be had, nobody can take it for forgotten either."""
    if fcntl is None:
        return None
    lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    with contextlib.suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_SH)
    return lock


def _remove(path: Path) -> None:
    """Never through a mount: what is bound below is somebody's real folder."""
    if not any(Path(mount).is_relative_to(path) for mount in _mounts()):
        shutil.rmtree(path, ignore_errors=True)


def _mounts() -> list[str]:
    try:
        lines = Path("/proc/self/mountinfo").read_text(errors="surrogateescape").splitlines()
    except OSError:
        return []
    return [line.split()[4].replace("\\040", " ") for line in lines]


@cache
def _sweep_once(where: str) -> None:
    with contextlib.suppress(OSError):
        sweep(where)


def sweep(where: str) -> None:
    """Remove this user's forgotten folders in ``where``."""
    if fcntl is None:
        return
    now = time.time()
    with os.scandir(where) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                if entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False):
                    about = entry.stat(follow_symlinks=False)
                    if about.st_uid == os.geteuid() and now - about.st_mtime > _YOUNG:
                        _remove_forgotten(Path(entry.path))


def _remove_forgotten(path: Path) -> None:
    """Raises OSError where somebody still holds it, or locks do not work there."""
    lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _remove(path)
    finally:
        os.close(lock)
