"""Writing files so that a crash, a full disk or Ctrl-C leaves the old file or the new one, never half of one."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from grader.faults import InfrastructureFault
from grader.language import say


def write_atomically(path: Path, content: bytes) -> None:
    """Put ``content`` in place of what is at ``path``. Raises InfrastructureFault; then the old file stays."""
    with explained(path):
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a terminal can't be replaced
            return
        with _temporary(path, content) as temporary:
            os.replace(temporary, path)


def create(path: Path, content: bytes) -> bool:
    """Write a new file. False, and nothing is touched, where there is something at ``path`` already."""
    with explained(path), _temporary(path, content) as temporary:
        try:
            os.link(temporary, path)  # fails where anything is there, and is done at once
        except FileExistsError:
            return False
        except OSError:
            return _create_without_links(path, content)
        return True


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an OSError about ``path`` into one sentence."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InfrastructureFault(say("{path} could not be written: {reason}.", path=path, reason=reason)) from error


@contextlib.contextmanager
def _temporary(path: Path, content: bytes) -> Iterator[Path]:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        os.chmod(name, _permissions(path))
        yield Path(name)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _permissions(path: Path) -> int:
    """Those of the file that is replaced, else what a new file gets (mkstemp gives 0600)."""
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _create_without_links(path: Path, content: bytes) -> bool:
    """For file systems that know no hard links."""
    try:
        file = path.open("xb")
    except FileExistsError:
        return False
    try:
        with file:
            file.write(content)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return True
