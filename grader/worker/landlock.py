"""Landlock: a process gives up every file but those it names, for good and without any privilege. Linux only.

Needs no_new_privs. Kernels before 5.13 and container engines that filter the calls do not have it; the file modes are
then all there is.
"""

import contextlib
import errno
import os
import struct
from collections.abc import Iterable

from grader.worker import syscalls

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on every architecture
_VERSION = 1
_RULE_PATH = 1
# Access rights of linux/landlock.h; the lists say from which version of the interface on there are more.
_EXECUTE, _WRITE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_ALL = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
_OF_FILES = _EXECUTE | _WRITE | _READ_FILE | 1 << 14 | 1 << 15
_NO_TCP = 0b11  # bind and connect, from version 4 on
_OWN_SCOPE = 0b11  # abstract sockets and signals, from version 6 on


def version() -> int:
    """The interface that the kernel offers to this process; 0 where there is none."""
    return max(0, syscalls.raw(_CREATE, None, 0, _VERSION))


def confine(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Keep files of the calling process and its children to what lies at or below the given paths.

    Paths that are not there are left out. Returns the version of the interface that was used; 0: nothing was done.
    Raises OSError where the kernel has Landlock and refuses.
    """
    found = version()
    if not found:
        return 0
    handled = sum(rights for since, rights in _ALL.items() if since <= found)
    network = _NO_TCP if found >= 4 else 0
    scope = _OWN_SCOPE if found >= 6 else 0
    attributes = struct.pack("QQQ", handled, network, scope)[: 8 if found < 4 else 16 if found < 6 else 24]
    rules = _checked(syscalls.raw(_CREATE, attributes, len(attributes), 0))
    try:
        for path in readable:
            _allow(rules, path, handled & (_EXECUTE | _READ_FILE | _READ_DIR))
        for path in writable:
            _allow(rules, path, handled)
        _checked(syscalls.raw(_RESTRICT, rules, 0))
    finally:
        os.close(rules)
    return found


def _allow(rules: int, path: str, rights: int) -> None:
    with contextlib.suppress(FileNotFoundError, PermissionError):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights = rights if os.path.isdir(path) else rights & _OF_FILES
            _checked(syscalls.raw(_ADD, rules, _RULE_PATH, struct.pack("=Qi", rights, place), 0))
        finally:
            os.close(place)


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(-result, f"landlock: {errno.errorcode.get(-result, -result)}")
    return result
