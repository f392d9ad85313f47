"""From measurements to causes."""

import os
import signal

import pytest

from grader.sandbox.facts import describe_exit, measured, size
from grader.sandbox.meter import Usage
from grader.sandbox.protocol import MIB, Limits
from grader.verdict import Cause


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB"), (64 * MIB, "64 MiB"), (2 << 30, "2 GiB")],
)
def test_sizes_are_said_in_the_largest_unit_that_fits(number: int, text: str) -> None:
    assert size(number) == text


def test_nothing_passed_is_no_cause() -> None:
    limits = Limits()
    edge = Usage(cpu_seconds=limits.cpu_seconds, peak_memory_bytes=limits.memory_bytes, memory_refusals=9)
    assert measured(limits, limits.wall_seconds, edge, limits.output_bytes, False) is None


@pytest.mark.parametrize(
    ("usage", "wall", "output", "disk", "cause"),
    [
        (Usage(memory_kills=1, memory_refusals=3), 0.0, 0, False, Cause.MEMORY),
        (Usage(memory_kills=1, memory_refusals=0), 0.0, 0, False, Cause.INFRASTRUCTURE),
        (Usage(memory_kills=1, memory_refusals=1, process_refusals=1), 99.0, 1 << 40, True, Cause.MEMORY),
        (Usage(process_refusals=1), 0.0, 0, False, Cause.PROCESSES),
        (Usage(cpu_seconds=10.5), 0.0, 0, False, Cause.TIMEOUT),
        (Usage(), 30.5, 0, False, Cause.TIMEOUT),
        (Usage(), 0.0, MIB + 1, False, Cause.OUTPUT),
        (Usage(), 0.0, 0, True, Cause.DISK),
    ],
)
def test_each_excess_has_its_cause(usage: Usage, wall: float, output: int, disk: bool, cause: Cause) -> None:
    found = measured(Limits(), wall, usage, output, disk)
    assert found is not None
    assert found[0] is cause
    assert found[1]


def test_an_exit_is_described_from_the_wait_status() -> None:
    assert describe_exit(0) == (Cause.EXITED, "ended the process with exit status 0")
    assert describe_exit(3 << 8) == (Cause.EXITED, "ended the process with exit status 3")
    assert describe_exit(int(signal.SIGKILL)) == (Cause.EXITED, "was ended by signal SIGKILL")
    assert describe_exit(signal.SIGSEGV | 0x80)[1] == "crashed: segmentation fault (SIGSEGV)"
    assert describe_exit(127 - 1)[1] == "was ended by signal 126"
    assert describe_exit(None) == (Cause.INFRASTRUCTURE, "the sandbox itself ended")


def test_the_status_of_a_real_process_is_understood() -> None:
    child = os.fork()
    if child == 0:
        os.kill(os.getpid(), signal.SIGXCPU)
    _, status = os.waitpid(child, 0)
    assert describe_exit(status)[0] is Cause.TIMEOUT
