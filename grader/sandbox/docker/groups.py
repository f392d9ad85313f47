"""Control groups for workers inside the group of their container, and the container's own counters.

Where this judge may make groups there (as root; as the user of a rootless engine), each worker gets one, and is limited
and counted alone. Elsewhere the files of the container's group can still be read, which tell of all workers together.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.language import noted
from grader.sandbox.cgroups import Groups, GroupsV1, Hierarchy, NoGroups, hierarchies, task_limit
from grader.sandbox.meter import Meter, TreeMeter, Usage
from grader.sandbox.protocol import Limits
from grader.sandbox.scope import groups_in_scope


def groups_in_container(process: int, container: str) -> Groups:
    """The best to be had around ``process``, which runs in a container of this machine (0: it can't be seen)."""
    proc = Path("/proc", str(process))
    if not process:
        return NoGroups()
    for kind in (_groups_v2, _groups_v1):
        with contextlib.suppress(OSError, LookupError):
            groups: Groups = kind(proc, container)
            groups.new(Limits()).close()
            return GroupsWithin(groups)
    with contextlib.suppress(OSError, LookupError):
        return ContainerGroups(counters_of(proc, container))
    return NoGroups()


def own_hierarchies(proc: Path, container: str) -> Iterator[Hierarchy]:
    """Where the container has a group of its own, which engines name after it.

    A rootless engine on version 1 makes none: its containers are then in the group of whoever started the engine,
    whose counters tell of much else.
    """
    return (each for each in hierarchies(proc, Path("/proc/self")) if container and container in each.own)


def _groups_v1(proc: Path, container: str) -> Groups:
    if not any(each.controllers for each in own_hierarchies(proc, container)):
        raise LookupError("the container has no group of version 1")
    return GroupsV1(proc)


def _groups_v2(proc: Path, container: str) -> Groups:
    """The container's processes are moved to a leaf, since version 2 wants processes in leaves alone."""
    seen_from = Path("/proc/self")
    for hierarchy in own_hierarchies(proc, container):
        if not hierarchy.controllers:
            offered = (hierarchy.folder / "cgroup.controllers").read_text().split()
            if {"memory", "pids"}.issubset(offered):
                return groups_in_scope(int(proc.name), mounted=seen_from)
    raise LookupError("version 2 does not limit memory and processes here")


class GroupsWithin:
    """Groups that the engine may take away at any time, with the container that they are in."""

    def __init__(self, groups: Groups) -> None:
        self._groups = groups
        self.name = groups.name

    def new(self, limits: Limits) -> Meter:
        return LastingMeter(self._groups.new(limits))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._groups.close()


class LastingMeter:
    """Tells the last that was seen where its group is gone."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._last = Usage()

    def entries(self) -> tuple[int, ...]:
        return self._meter.entries()

    def follow(self, processes: tuple[int, ...]) -> None:
        self._meter.follow(processes)

    def read(self) -> Usage:
        with contextlib.suppress(OSError):
            self._last = self._meter.read()
        return self._last

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._meter.close()


@dataclass(frozen=True, slots=True)
class Counters:
    """Files of a container's group: how much memory it uses, and the table that counts kills for memory."""

    usage: Path
    events: Path

    def used(self) -> int:
        return int(self.usage.read_text())

    def kills(self) -> int:
        rows = (line.split() for line in self.events.read_text().splitlines())
        return next((int(row[1]) for row in rows if row[0] == "oom_kill"), 0)


def counters_of(proc: Path, container: str) -> Counters:
    """Raises OSError or LookupError where nothing counts this container's alone."""
    for hierarchy in own_hierarchies(proc, container):
        folder = hierarchy.folder
        if "memory" in hierarchy.controllers:
            return Counters(folder / "memory.usage_in_bytes", folder / "memory.oom_control")
        if not hierarchy.controllers and os.path.exists(folder / "memory.events"):
            return Counters(folder / "memory.current", folder / "memory.events")
    raise LookupError("no group counts this container's memory")


# What a container is limited in, and the files that say so: of version 1 and of version 2.
_LIMITS = {
    noted("memory"): ("memory.limit_in_bytes", "memory.max"),
    noted("number of processes"): ("pids.max", "pids.max"),
    noted("processor time"): ("cpu.cfs_quota_us", "cpu.max"),
}
_UNLIMITED = ("max", "-1", str((1 << 63) - 4096))


def unlimited(process: int, container: str) -> tuple[str, ...]:
    """What the kernel does not limit for a container, whatever its engine says: "memory", "number of processes" …"""
    try:
        found = list(own_hierarchies(Path("/proc", str(process)), container))
    except OSError:
        found = []
    folders = [folder for each in found for folder in (each.folder, *each.folder.parents) if container in str(folder)]
    return tuple(
        what
        for what, names in _LIMITS.items()
        if not any(_bounds(folder / name) for folder in folders for name in names)
    )


def _bounds(file: Path) -> bool:
    try:
        return file.read_text().split()[0] not in _UNLIMITED
    except (OSError, IndexError):
        return False


class ContainerGroups(NoGroups):
    """No group for a worker; the container's counters tell of its workers together."""

    name = "the container's cgroup"

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    def new(self, limits: Limits) -> Meter:
        return ContainerMeter(limits, self._counters)


class ContainerMeter(TreeMeter):
    """Counts processes and processor time by walking /proc, memory by what the container uses more than before."""

    def __init__(self, limits: Limits, counters: Counters) -> None:
        super().__init__(1 << 62, task_limit(limits))
        self._allowed = limits.memory_bytes
        self._counters = counters
        self._before = counters.used()
        self._kills_before = counters.kills()
        self._most = 0

    def read(self) -> Usage:
        with contextlib.suppress(OSError):  # the container has ended
            self._most = max(self._most, self._counters.used() - self._before)
            kills = self._counters.kills() - self._kills_before + (self._most > self._allowed)
            return replace(
                super().read(), peak_memory_bytes=self._most or None, memory_kills=kills, memory_refusals=kills
            )
        return super().read()
