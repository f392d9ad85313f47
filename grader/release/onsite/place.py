"""Getting a platform's container ready: folders shut, and the strongest sandbox that it lets one have."""

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import grader
from grader.faults import InfrastructureFault
from grader.sandbox import Sandbox, open_sandbox

_WORKERS = ("worker", "wire", "__pycache__")  # what a worker imports
_PUBLIC = ("/tmp", "/var/tmp", "/run/lock")


def shut(folders: Iterable[Path]) -> None:
    """Nobody but this user may enter. What is not this user's to change stays as it is: the sandbox tries it."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.chmod(0o700)


def shut_for_other_users() -> None:
    """In a container that is for grading alone, before a submission's code runs as another user: only root may leave
    files where everybody could, and only root may import the judge's side of this package.
    """
    for path in _PUBLIC:
        with contextlib.suppress(OSError):
            os.chmod(path, 0o755)
    for file in _judges_files():
        with contextlib.suppress(OSError):
            file.chmod(0o600)


def _judges_files() -> Iterator[Path]:
    """Files and not their folders: a folder that is shut would be imported as an empty package."""
    package = Path(grader.__file__).parent
    for folder in (path for path in package.iterdir() if path.is_dir() and path.name not in _WORKERS):
        yield from (path for path in folder.rglob("*") if path.is_file())


def in_a_container() -> bool:
    """Whether docker's or podman's mark is there."""
    return any(os.path.exists(mark) for mark in ("/.dockerenv", "/run/.containerenv"))


def strongest_sandbox(hidden: Iterable[Path], *, alone: bool) -> Sandbox:
    """Bubblewrap where one can make namespaces, else a user for each check: as root, on what is for grading ``alone``,
    since public folders are shut then.

    Raises InfrastructureFault where there is neither.
    """
    hidden = tuple(hidden)
    try:
        return open_sandbox("bubblewrap", hidden=hidden)
    except InfrastructureFault:
        if not alone or os.geteuid() != 0:
            raise
        shut_for_other_users()
        return open_sandbox("uid", hidden=hidden)
