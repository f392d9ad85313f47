"""From measurements to a cause and its fact, in one clause."""

import signal

from grader.language import noted, say
from grader.sandbox.meter import Usage
from grader.sandbox.protocol import GIB, MIB, Limits
from grader.verdict import Cause

_CRASHES = {
    "SIGSEGV": noted("crashed: segmentation fault (SIGSEGV)"),
    "SIGBUS": noted("crashed: bus error (SIGBUS)"),
    "SIGFPE": noted("crashed: arithmetic error (SIGFPE)"),
    "SIGABRT": noted("crashed: aborted (SIGABRT)"),
}


def size(number: int) -> str:
    """2147483648 -> "2 GiB"."""
    for unit, name in ((GIB, "GiB"), (MIB, "MiB"), (1024, "KiB")):
        if number >= unit:
            return f"{number / unit:.3g} {name}"
    return say("{number} bytes", number=number)


def seconds(number: float) -> str:
    return f"{number:g} s"


def measured(
    limits: Limits, wall_seconds: float, usage: Usage, output_bytes: int, disk_full: bool
) -> tuple[Cause, str] | None:
    """The limit that was passed, if one was. Memory first, since running out of it brings the others about."""
    if usage.memory_kills:
        if not usage.memory_refusals:
            return Cause.INFRASTRUCTURE, say("the machine ran out of memory, not this program")
        return Cause.MEMORY, say("used more than {size} of memory", size=size(limits.memory_bytes))
    if output_bytes > limits.output_bytes:
        return Cause.OUTPUT, say("printed more than {size}", size=size(limits.output_bytes))
    if usage.process_refusals:
        return Cause.PROCESSES, say("started more than {processes} processes or threads", processes=limits.processes)
    if disk_full:
        return Cause.DISK, say("wrote more than {size} of files", size=size(limits.disk_bytes))
    if usage.cpu_seconds > limits.cpu_seconds:
        return Cause.TIMEOUT, say("used more than {seconds} of processor time", seconds=seconds(limits.cpu_seconds))
    if wall_seconds > limits.wall_seconds:
        return Cause.TIMEOUT, say("ran longer than {seconds}", seconds=seconds(limits.wall_seconds))
    return None


def describe_exit(status: int | None) -> tuple[Cause, str]:
    """What a process that ended by itself did, from its wait status."""
    if status is None:
        return Cause.INFRASTRUCTURE, say("the sandbox itself ended")
    number = status & 0x7F
    if not number:
        return Cause.EXITED, say("ended the process with exit status {status}", status=status >> 8)
    name = _signal_name(number)
    if name == "SIGXCPU":
        return Cause.TIMEOUT, say("used more processor time than it may")
    if name in _CRASHES:
        return Cause.EXITED, say(_CRASHES[name])
    return Cause.EXITED, say("was ended by signal {signal}", signal=name)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
