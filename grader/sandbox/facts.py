"""From measurements to a cause and its fact, in one clause."""

import signal

from grader.sandbox.meter import Usage
from grader.sandbox.protocol import GIB, MIB, Limits
from grader.verdict import Cause

_CRASHES = {"SIGSEGV": "segmentation fault", "SIGBUS": "bus error", "SIGFPE": "arithmetic error", "SIGABRT": "aborted"}


def size(number: int) -> str:
    """2147483648 -> "2 GiB"."""
    for unit, name in ((GIB, "GiB"), (MIB, "MiB"), (1024, "KiB")):
        if number >= unit:
            return f"{number / unit:.3g} {name}"
    return f"{number} bytes"


def seconds(number: float) -> str:
    return f"{number:g} s"


def measured(
    limits: Limits, wall_seconds: float, usage: Usage, output_bytes: int, disk_full: bool
) -> tuple[Cause, str] | None:
    """The limit that was passed, if one was. Memory first, since running out of it brings the others about."""
    if usage.memory_kills:
        if not usage.memory_refusals:
            return Cause.INFRASTRUCTURE, "the machine ran out of memory, not this program"
        return Cause.MEMORY, f"used more than {size(limits.memory_bytes)} of memory"
    if output_bytes > limits.output_bytes:
        return Cause.OUTPUT, f"printed more than {size(limits.output_bytes)}"
    if usage.process_refusals:
        return Cause.PROCESSES, f"started more than {limits.processes} processes or threads"
    if disk_full:
        return Cause.DISK, f"wrote more than {size(limits.disk_bytes)} of files"
    if usage.cpu_seconds > limits.cpu_seconds:
        return Cause.TIMEOUT, f"used more than {seconds(limits.cpu_seconds)} of processor time"
    if wall_seconds > limits.wall_seconds:
        return Cause.TIMEOUT, f"ran longer than {seconds(limits.wall_seconds)}"
    return None


def describe_exit(status: int | None) -> tuple[Cause, str]:
    """What a process that ended by itself did, from its wait status."""
    if status is None:
        return Cause.INFRASTRUCTURE, "the sandbox itself ended"
    number = status & 0x7F
    if not number:
        return Cause.EXITED, f"ended the process with exit status {status >> 8}"
    name = _signal_name(number)
    if name == "SIGXCPU":
        return Cause.TIMEOUT, "used more processor time than it may"
    if name in _CRASHES:
        return Cause.EXITED, f"crashed: {_CRASHES[name]} ({name})"
    return Cause.EXITED, f"was ended by signal {name}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
