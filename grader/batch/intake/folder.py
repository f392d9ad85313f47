"""Reads a folder on disk: step by step from its root, so that no link is followed, not even one put there meanwhile."""

import contextlib
import os
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path as DiskPath

from grader.batch.intake.model import Path
from grader.batch.intake.tree import MAX_DEPTH, Entry, Refused, Unreadable, shown

SKIPPED = frozenset({"__MACOSX", "__pycache__", ".git", ".ipynb_checkpoints", ".venv", ".idea", ".vscode"})


def walk_folder(root: DiskPath) -> Iterator[Entry | Refused]:
    """Every regular file below ``root``, by name. Raises Unreadable where ``root`` itself can't be read."""
    try:
        yield from _walk(root, ())
    except OSError as error:
        raise Unreadable(f"`{root}` can't be read: {(error.strerror or 'unknown error').lower()}.") from None


def _walk(root: DiskPath, path: Path) -> Iterator[Entry | Refused]:
    with os.scandir(root.joinpath(*path)) as listing:
        found = sorted(listing, key=lambda each: each.name)
    for each in found:
        inner = (*path, each.name)
        status = each.stat(follow_symlinks=False)
        if stat.S_ISDIR(status.st_mode):
            if each.name in SKIPPED:
                continue
            if len(inner) > MAX_DEPTH:
                yield Refused(inner, f"`{shown(inner)}` lies more than {MAX_DEPTH} folders deep: it was left out.")
                continue
            try:
                yield from _walk(root, inner)
            except OSError as error:
                why = (error.strerror or "unknown error").lower()
                yield Refused(inner, f"The folder `{shown(inner)}` can't be read: {why}.")
        elif stat.S_ISREG(status.st_mode):
            yield Entry(inner, status.st_size, partial(_read, root, inner))
        else:
            kind = "a link" if stat.S_ISLNK(status.st_mode) else "no ordinary file"
            yield Refused(inner, f"`{shown(inner)}` is {kind}: it was left out.")


def _read(root: DiskPath, path: Path, most: int) -> bytes:
    try:
        descriptor = _open_below(root, path)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Unreadable(f"`{shown(path)}` is no ordinary file.")
            return file.read(most)
    except OSError as error:
        raise Unreadable(f"`{shown(path)}` can't be read: {(error.strerror or 'unknown error').lower()}.") from None


def _open_below(root: DiskPath, path: Path) -> int:
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    with contextlib.ExitStack() as opened:
        opened.callback(lambda: os.close(folder))
        for part in path[:-1]:
            deeper = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = deeper
        return os.open(path[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
