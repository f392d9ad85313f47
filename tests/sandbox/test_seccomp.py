"""The filter as a program: what a process under it may do, tried in a forked child."""

import errno
import os
import sys

import pytest

from grader.sandbox.seccomp import compiled_filter
from grader.worker import syscalls

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="seccomp is Linux's")
SOCKET, CLONE3, UNAME = 41, 435, 63


def under_filter(network: bool, number: int, *arguments: object) -> int:
    """errno of one system call made under the filter, 0 when it was allowed."""
    child = os.fork()
    if child == 0:
        syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
        syscalls.load_filter(compiled_filter(network))
        os._exit(max(0, -syscalls.raw(number, *arguments)) & 0x7F)
    _, status = os.waitpid(child, 0)
    assert os.WIFEXITED(status), "a refused call must not kill"
    return os.WEXITSTATUS(status)


def test_the_program_is_whole_and_made_once() -> None:
    program = compiled_filter(False)
    assert len(program) % 8 == 0
    assert 100 < len(program) // 8 < 4096
    assert compiled_filter(False) is program
    assert compiled_filter(True) != program


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86_64")
@pytest.mark.parametrize(
    ("network", "family", "protocol", "refused"),
    [
        (False, 1, 0, 0),
        (False, 2, 0, errno.EPERM),
        (False, 10, 0, errno.EPERM),
        (False, 16, 0, errno.EPERM),
        (True, 1, 0, 0),
        (True, 2, 0, 0),
        (True, 10, 0, errno.EPERM),
        (True, 16, 0, 0),
        (True, 16, 9, errno.EPERM),
        (True, 40, 0, errno.EPERM),
        (False, (1 << 32) + 2, 0, errno.EPERM),
    ],
)
def test_only_the_socket_families_that_are_meant(network: bool, family: int, protocol: int, refused: int) -> None:
    kind = 3 if family == 16 else 2
    assert under_filter(network, SOCKET, family, kind, protocol) == refused


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86_64")
def test_clone3_looks_unknown() -> None:
    assert under_filter(False, CLONE3, 0, 0) == errno.ENOSYS
