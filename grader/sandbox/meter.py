"""What a worker used, as the kernel counted it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True, slots=True)
class Usage:
    """Counters since the worker was made. None means: nobody counts this here."""

    cpu_seconds: float = 0.0
    peak_memory_bytes: int | None = None
    memory_kills: int = 0  # processes that the kernel killed for memory
    memory_refusals: int = 0  # times that the worker's own memory limit was hit
    process_refusals: int = 0  # forks that the worker's own process limit refused


class Meter(Protocol):
    """Counts one worker's processes together."""

    def entries(self) -> tuple[int, ...]:
        """Descriptors of cgroup.procs files that the worker joins; the caller does not close them."""
        ...

    def follow(self, processes: tuple[int, ...]) -> None:
        """The worker's first processes, by pid: for a meter that walks the process tree."""
        ...

    def read(self) -> Usage: ...
    def close(self) -> None:
        """Remove what the meter made. The worker's processes are gone."""
        ...


class TreeMeter:
    """Where there is no cgroup: walks /proc from the worker's first processes. Coarse, since it samples.

    Pages that a forked worker shares with its parent count for nobody: the quick sum, which counts them, is looked at
    more closely before it is held against the worker.
    """

    def __init__(self, memory_bytes: int, processes: int) -> None:
        self._memory_bytes = memory_bytes
        self._processes = processes
        self._roots: tuple[int, ...] = ()
        self._inherited = 0
        self._cpu: dict[int, float] = {}
        self._peak = 0
        self._memory_breaches = 0
        self._process_breaches = 0

    def entries(self) -> tuple[int, ...]:
        return ()

    def follow(self, processes: tuple[int, ...]) -> None:
        self._roots = processes
        try:
            self._inherited = max((sum(_written(process)) for process in processes), default=0)
        except PermissionError:  # another user's, as in a container of a rootless engine
            self._inherited = max((each.memory_bytes for each in map(sample, processes) if each), default=0)

    def read(self) -> Usage:
        processes = family(self._roots)
        samples = {process: found for process in processes if (found := sample(process)) is not None}
        self._cpu |= {process: each.cpu_seconds for process, each in samples.items()}
        tasks = sum(each.threads for each in samples.values())
        memory = sum(each.memory_bytes for each in samples.values())
        if memory > self._memory_bytes:
            memory = _own_memory(samples, self._inherited)
            self._memory_breaches += memory > self._memory_bytes
        else:
            memory -= self._inherited
        self._peak = max(self._peak, memory)
        self._process_breaches += tasks > self._processes + len(self._roots) - 1
        return Usage(
            cpu_seconds=sum(self._cpu.values()),
            peak_memory_bytes=self._peak or None,
            memory_kills=self._memory_breaches,
            memory_refusals=self._memory_breaches,
            process_refusals=self._process_breaches,
        )

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Sample:
    """One process at one moment."""

    cpu_seconds: float
    memory_bytes: int
    threads: int


def _own_memory(samples: Mapping[int, Sample], inherited: int) -> int:
    """Bytes that these processes wrote: private pages, and what is shared beyond the pages inherited from outside.

    Slow (the kernel walks page tables), so asked only when it matters. Of a process that lets nobody look, what it has
    beyond what it can have inherited.
    """
    private, shared = 0, 0
    for process, seen in samples.items():
        try:
            sizes = _written(process)
        except PermissionError:
            sizes = max(0, seen.memory_bytes - inherited), 0
        private += sizes[0]
        shared = max(shared, sizes[1] - inherited)  # pages that several of them share count once
    return private + shared


def _written(process: int) -> tuple[int, int]:
    """(private, shared) bytes of written pages. Raises PermissionError where nobody else may look."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except PermissionError:
        raise
    except OSError:
        return 0, 0
    sizes = {name: int(value.split()[0]) for name, _, value in (line.partition(":") for line in lines[1:])}
    return 1024 * sizes["Private_Dirty"], 1024 * sizes["Shared_Dirty"]


def family(roots: tuple[int, ...]) -> list[int]:
    """The processes and all their living descendants."""
    found: list[int] = []
    waiting = list(roots)
    while waiting:
        process = waiting.pop()
        if process in found:
            continue
        found.append(process)
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                waiting += map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split())
        except OSError:
            continue
    return found


def sample(process: int) -> Sample | None:
    """CPU time with that of waited-for children, private and shared-memory pages, tasks. None when it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        resident, shared = map(int, Path(f"/proc/{process}/statm").read_text().split()[1:3])
    except (OSError, ValueError):
        return None
    if fields[0] == "Z":
        resident = shared = 0
    ticks = sum(map(int, fields[11:13]))
    return Sample(ticks / _TICKS, (resident - shared) * _PAGE, int(fields[17]))
