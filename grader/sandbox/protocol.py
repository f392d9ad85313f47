"""What every sandbox driver offers: isolated workers, started fast, ended with a cause."""

import socket
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from grader.verdict import Cause

KIB = 1 << 10
MIB = 1 << 20
GIB = 1 << 30


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker may use. Clocks run only while the student's code runs."""

    wall_seconds: float = 30.0
    cpu_seconds: float = 10.0
    memory_bytes: int = 2 * GIB
    processes: int = 32
    output_bytes: int = 1 * MIB
    disk_bytes: int = 64 * MIB
    threads: int = 1
    network: bool = False  # loopback inside the private network namespace (gloo); never a way out


@dataclass(frozen=True, slots=True)
class Captured:
    """What the worker's processes wrote; bounded, decoded with replacement."""

    stdout: str = ""
    stderr: str = ""
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a worker ended. ``cause`` is None when the judge closed it and nothing was wrong."""

    cause: Cause | None
    fact: str = ""  # the measured fact, one clause: "used more than 2 GiB of memory"
    exit_status: int | None = None
    signal: int | None = None
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    peak_memory_bytes: int | None = None
    captured: Captured = field(default_factory=Captured)


class Worker(Protocol):
    """One isolated process that runs ``grader.worker.serve`` on the other end of ``channel``.

    The connection calls ``resume`` before it waits for the student's code and ``pause`` after the answer came; the
    driver's watcher measures wall time between the two, and kills the worker when a limit is passed, which the
    connection sees as the end of the stream.
    """

    channel: socket.socket

    def resume(self) -> None: ...
    def pause(self) -> None: ...
    def resume_unattended(self) -> None:
        """The clock runs until there is something to read, or until `attend`: nobody waits for that answer yet."""
        ...

    def attend(self) -> None:
        """Somebody is about to read. The clock stands."""
        ...

    def captured(self) -> Captured:
        """What was written so far (everything written before the last answer is included)."""
        ...

    def close(self) -> Ending:
        """End the worker and everything it started, and say how it ended. Calling it again gives the same."""
        ...


@runtime_checkable
class Killable(Protocol):
    """A worker that can be ended from any thread while its connection waits, which then sees the end of the stream."""

    def kill(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Barrier:
    """One thing that keeps student code in, and whether it was seen to hold on this machine."""

    name: str  # "user namespace", "no network", "seccomp", "memory limit (cgroup v1)" …
    held: bool
    detail: str = ""
    remedy: str = ""  # what to do when it does not hold


class Sandbox(Protocol):
    """A warm driver. ``with open_sandbox("auto") as sandbox: worker = sandbox.open(limits)``."""

    name: str  # "bubblewrap", "docker", "process"
    isolation: str  # "full", "reduced", "none"

    def barriers(self) -> tuple[Barrier, ...]: ...
    def prepare(self, limits: Limits, count: int = 1, *, compiler: bool = False) -> None:
        """Keep ``count`` spares of these limits forked ahead, so that the next ``open`` takes milliseconds.

        With ``compiler`` workers have torch's compiler imported from now on, which a first optimizer, checkpoint or
        ``torch.compile`` else imports in each of them, in over a second.
        """
        ...

    def open(self, limits: Limits) -> Worker:
        """A fresh isolated worker. Raises InfrastructureFault with the remedy when there is none to be had."""
        ...

    def close(self) -> None: ...
    def __enter__(self) -> "Sandbox": ...
    def __exit__(self, *exc: object) -> None: ...


@runtime_checkable
class Lodging(Protocol):
    """A driver that can give a submission a place of its own, beyond what keeps one worker from the next."""

    def for_submission(self) -> AbstractContextManager[Sandbox]: ...


def for_submission(sandbox: Sandbox) -> AbstractContextManager[Sandbox]:
    """Where to open the workers of one submission."""
    return sandbox.for_submission() if isinstance(sandbox, Lodging) else nullcontext(sandbox)
