"""Reads a folder on disk: step by step from its root, so that no link is followed, not even one put there meanwhile."""

import contextlib
import os
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path as DiskPath

from grader.batch.intake.model import Path
from grader.batch.intake.tree import MAX_DEPTH, REST, Entry, Unreadable, left_out, refused, shown
from grader.language import say

SKIPPED = frozenset({"__MACOSX", "__pycache__", ".git", ".ipynb_checkpoints", ".venv", ".idea", ".vscode"})


def walk_folder(root: DiskPath) -> Iterator[Entry]:
    """Every file below ``root``, by name. Raises Unreadable where ``root`` itself can't be read."""
    try:
        yield from _walk(root, ())
    except OSError as error:
        raise Unreadable(say("`{root}` can't be read: {why}.", root=root, why=_why(error)), ours=True) from None


def _why(error: OSError) -> str:
    return (error.strerror or say("unknown error")).lower()


def _walk(root: DiskPath, path: Path) -> Iterator[Entry]:
    for name in _listed(root, path):
        inner = (*path, name)
        try:
            mode = os.stat(root.joinpath(*inner), follow_symlinks=False)
        except OSError as error:
            yield refused(inner, say("`{inner}` can't be read: {why}.", inner=shown(inner), why=_why(error)), ours=True)
            continue
        if stat.S_ISDIR(mode.st_mode):
            yield from _folder(root, inner)
        elif stat.S_ISREG(mode.st_mode):
            yield Entry(inner, mode.st_size, partial(_read, root, inner))
        else:
            yield left_out(inner, say("is a link") if stat.S_ISLNK(mode.st_mode) else say("is no ordinary file"))


def _folder(root: DiskPath, path: Path) -> Iterator[Entry]:
    if path[-1] in SKIPPED:
        return
    if len(path) >= MAX_DEPTH:
        yield left_out(path, say("lies more than {depth} folders deep", depth=MAX_DEPTH))
        return
    try:
        yield from _walk(root, path)
    except OSError as error:
        yield refused(
            (*path, REST),
            say("The folder `{path}` can't be read: {why}.", path=shown(path), why=_why(error)),
            ours=True,
        )


def _listed(root: DiskPath, path: Path) -> list[str]:
    descriptor = _open_below(root, path, os.O_DIRECTORY)
    try:
        return sorted(os.listdir(descriptor))
    finally:
        os.close(descriptor)


def _read(root: DiskPath, path: Path, most: int) -> bytes:
    try:
        with os.fdopen(_open_below(root, path, os.O_NONBLOCK), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise Unreadable(say("`{path}` is no ordinary file.", path=shown(path)))
            return file.read(min(most, found.st_size + 1))  # memory for all that is asked for is taken at once
    except OSError as error:
        raise Unreadable(say("`{path}` can't be read: {why}.", path=shown(path), why=_why(error)), ours=True) from None


def _open_below(root: DiskPath, path: Path, flag: int) -> int:
    """A descriptor of ``path``. Not blocking: a pipe without a writer would keep us waiting for ever."""
    with contextlib.ExitStack() as opened:
        folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        if not path:
            return folder
        for part in path[:-1]:
            opened.callback(os.close, folder)
            folder = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
        opened.callback(os.close, folder)
        return os.open(path[-1], os.O_RDONLY | os.O_NOFOLLOW | flag, dir_fd=folder)
