"""The pieces of isolation, each in a forked child of the test."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="isolation is Linux's")

if sys.platform == "linux":
    import resource

    from grader.worker import isolate, rlimits, syscalls


def in_child(work: Callable[[], object]) -> int:
    """Exit status of a forked child: 0 when ``work`` came back true, 1 when not, 2 when it raised."""
    child = os.fork()
    if child == 0:
        status = 2
        try:
            status = 0 if work() else 1
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def test_all_descriptors_but_the_kept_ones_are_closed() -> None:
    high = os.dup2(os.open(os.devnull, os.O_RDONLY), 900)
    kept = os.open(os.devnull, os.O_RDONLY)

    def closes() -> bool:
        syscalls.close_descriptors((0, 1, 2, kept))
        return [number for number in range(1000) if _is_open(number)] == [0, 1, 2, kept] and high != kept

    try:
        assert in_child(closes) == 0
    finally:
        os.close(high)
        os.close(kept)


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def test_closing_does_not_trust_the_soft_limit() -> None:
    high = os.dup2(os.open(os.devnull, os.O_RDONLY), 800)

    def closes() -> bool:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
        syscalls.close_descriptors((0, 1, 2))
        return not os.path.exists(f"/proc/self/fd/{high}")

    try:
        assert in_child(closes) == 0
    finally:
        os.close(high)


def test_dropped_capabilities_are_gone_for_good() -> None:
    def drops() -> bool:
        syscalls.drop_bounding_set()
        syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
        syscalls.drop_capabilities()
        lines = Path("/proc/self/status").read_text().splitlines()
        held = {line.split()[0]: int(line.split()[1], 16) for line in lines if line.startswith("Cap")}
        bounded = held.pop("CapBnd:") == 0 or os.geteuid() != 0
        return bounded and not any(held.values())

    assert in_child(drops) == 0


def test_limits_are_set_hard_and_never_above_what_is_allowed() -> None:
    def limits() -> bool:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
        rlimits.apply({"RLIMIT_NOFILE": 1000, "RLIMIT_CORE": 0, "RLIMIT_FSIZE": 4096, "RLIMIT_OF_NO_PLATFORM": 1})
        found = [resource.getrlimit(kind) for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE)]
        return found == [(200, 200), (4096, 4096)] and resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)

    assert in_child(limits) == 0


def test_the_address_space_limit_is_what_may_be_added() -> None:
    def allocates() -> bool:
        rlimits.apply({"RLIMIT_AS": 64 << 20})
        bytearray(16 << 20)
        try:
            bytearray(128 << 20)
        except MemoryError:
            return True
        return False

    assert in_child(allocates) == 0


def test_a_filter_can_be_loaded_only_without_new_privileges_and_holds() -> None:
    from grader.sandbox.seccomp import compiled_filter

    def loads() -> bool:
        syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
        syscalls.load_filter(compiled_filter(False))
        try:
            os.execv("/bin/true", ["true"])
        except PermissionError:
            return True

    assert in_child(loads) == 0


def test_a_child_without_namespaces_to_join_is_not_let_through() -> None:
    reader, writer = os.pipe()
    descriptors = isolate.Descriptors.received(writer, [writer, writer, writer, writer, reader])
    rules = isolate.Rules({}, b"", {}, None)

    def isolates() -> bool:
        isolate.isolate(descriptors, rules)
        return True

    try:
        assert in_child(lambda: _raises(isolates)) == 0
    finally:
        os.close(reader)
        os.close(writer)


def _raises(work: Callable[[], object]) -> bool:
    try:
        work()
    except OSError:
        return True
    return False


def test_descriptors_are_taken_in_the_order_in_which_they_were_sent() -> None:
    received = isolate.Descriptors.received(9, [3, 4, 5, 6, 7, 8, 10])
    assert received == isolate.Descriptors(9, 4, 5, 6, 7, (8, 10))


def test_a_raw_call_gives_its_result_or_minus_errno() -> None:
    assert syscalls.raw(39 if os.uname().machine == "x86_64" else 172) == os.getpid()
    assert syscalls.raw(99999) == -38


def test_a_failed_call_says_which() -> None:
    with pytest.raises(OSError, match="setns"):
        syscalls.setns(-1, 0)
    with pytest.raises(OSError, match="mount tmpfs on /nowhere"):
        syscalls.mount("tmpfs", "/nowhere", "tmpfs")


def test_the_parents_death_takes_a_child_along() -> None:
    reader, writer = os.pipe()

    def parent() -> bool:
        child = os.fork()
        if child == 0:
            syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
            os.write(writer, str(os.getpid()).encode())
            signal.pause()
        os.read(reader, 0)
        return bool(os.write(writer, b" "))

    assert in_child(parent) == 0
    os.close(writer)
    assert os.read(reader, 100)
    while os.read(reader, 100):  # ends when the last writer is gone
        pass
    os.close(reader)
