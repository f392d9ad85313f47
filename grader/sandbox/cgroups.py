"""A control group for each worker, on cgroup v1 and v2: limits that children can't escape, and the kernel's counters.

The judge opens a group's ``cgroup.procs`` and hands the descriptor to the freshly forked child, which writes itself in
before it is isolated; so nobody needs to know its pid, and no process of the student's ever runs outside the group.
"""

import contextlib
import errno
import itertools
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.sandbox.meter import Meter, TreeMeter, Usage
from grader.sandbox.protocol import MIB, Limits

_PREFIX = "torchgrade"
_REMOVE_SECONDS = 2.0


class Groups(Protocol):
    """Where worker groups are made."""

    name: str  # "cgroup v1", "cgroup v2", "none"

    def new(self, limits: Limits) -> Meter: ...
    def close(self) -> None: ...


def task_limit(limits: Limits) -> int:
    """Processes and threads together, which is what the kernel counts: the worker's threads come on top."""
    return limits.processes + 2 * limits.threads


class NoGroups:
    """Per-process limits and a walk over /proc are all there is."""

    name = "none"

    def new(self, limits: Limits) -> Meter:
        return TreeMeter(limits.memory_bytes, task_limit(limits))

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """One mounted cgroup file system: its mount point, and the caller's own group in it."""

    mount: Path
    own: str
    controllers: frozenset[str]

    @property
    def folder(self) -> Path:
        return self.mount / self.own.lstrip("/")


def hierarchies(proc: Path = Path("/proc/self"), mounted: Path | None = None) -> Iterator[Hierarchy]:
    """Every cgroup hierarchy that is mounted here. Version 2 has no controllers in this answer (see its own files).

    ``proc`` is the process whose own group is meant, ``mounted`` one that sees the mounts as the caller does.
    """
    mounts: dict[frozenset[str], Path] = {}
    for line in ((mounted or proc) / "mountinfo").read_text().splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        if kind == "cgroup2":
            mounts.setdefault(frozenset(), Path(left.split()[4]))
        elif kind == "cgroup":
            for option in options.split(","):
                mounts.setdefault(frozenset((option,)), Path(left.split()[4]))
    for line in (proc / "cgroup").read_text().splitlines():
        _, names, own = line.split(":", 2)
        for name in names.split(",") if names else [""]:
            key = frozenset((name,)) if name else frozenset()
            if key in mounts:
                yield Hierarchy(mounts[key], own, key)


def find_groups() -> Groups:
    """The best that this machine offers to this process, tried by making a group."""
    for kind in (GroupsV2, GroupsV1):
        try:
            groups = kind()
            groups.new(Limits()).close()
            return groups
        except (OSError, LookupError):
            continue
    return NoGroups()


def _owner_name() -> str:
    """Names this process among all that share the file system, also from other pid namespaces."""
    namespace = os.stat("/proc/self/ns/pid").st_ino
    return f"{_PREFIX}-{namespace}-{os.getpid()}"


def _sweep(parent: Path) -> None:
    """Remove groups of judges of this pid namespace that no longer live."""
    stem = _owner_name().rpartition("-")[0]
    for folder in parent.glob(f"{stem}-*"):
        pid = folder.name.rpartition("-")[2].partition(".")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            for inner in (*folder.glob("*/"), folder):
                with contextlib.suppress(OSError):
                    inner.rmdir()


def _write(path: Path, value: int | str) -> None:
    path.write_text(str(value))


def _remove(folder: Path) -> None:
    """A group whose last process has just died stays busy for a moment."""
    end = time.monotonic() + _REMOVE_SECONDS
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > end:
                return
            time.sleep(0.002)
        else:
            return


def _number(descriptor: int) -> int:
    return int(os.pread(descriptor, 64, 0))


def _table(descriptor: int) -> dict[str, int]:
    """A file of "name number" lines."""
    rows = (line.split() for line in os.pread(descriptor, 4096, 0).decode().splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdigit()}


class _Files:
    """Open files of a group, so that reading a counter is one system call."""

    def __init__(self, folders: list[Path]) -> None:
        self._folders = folders
        self._descriptors: list[int] = []

    def open(self, path: Path, flags: int = os.O_RDONLY) -> int:
        descriptor = os.open(path, flags | os.O_CLOEXEC)
        self._descriptors.append(descriptor)
        return descriptor

    def close(self) -> None:
        for descriptor in self._descriptors:
            os.close(descriptor)
        self._descriptors = []
        for folder in self._folders:
            _remove(folder)
        self._folders = []


class GroupsV1:
    """Version 1: one hierarchy for each of memory, pids and cpuacct; needs root."""

    name = "cgroup v1"
    _serial = itertools.count(1)

    def __init__(self, proc: Path = Path("/proc/self")) -> None:
        found = {name: each for each in hierarchies(proc, Path("/proc/self")) for name in each.controllers}
        self._parents: dict[str, Path] = {}
        for controller in ("memory", "pids", "cpuacct"):
            folder = found[controller].folder
            _sweep(folder)
            self._parents[controller] = folder / f"{_owner_name()}.{next(self._serial)}"
            self._parents[controller].mkdir()

    def new(self, limits: Limits) -> Meter:
        name = f"w{next(self._serial)}"
        return MeterV1({controller: parent / name for controller, parent in self._parents.items()}, limits)

    def close(self) -> None:
        for folder in self._parents.values():
            _remove(folder)


class MeterV1:
    def __init__(self, folders: dict[str, Path], limits: Limits) -> None:
        self._files = _Files(list(folders.values()))
        try:
            for folder in folders.values():
                folder.mkdir()
            memory, pids, cpu = folders["memory"], folders["pids"], folders["cpuacct"]
            _write(memory / "memory.limit_in_bytes", limits.memory_bytes)
            # A little above, so that the limit without swap is met first: some kernels count only its failures.
            with contextlib.suppress(OSError):  # kernels without swap accounting
                _write(memory / "memory.memsw.limit_in_bytes", limits.memory_bytes + MIB)
            _write(pids / "pids.max", task_limit(limits))
            self._entries = tuple(self._files.open(each / "cgroup.procs", os.O_WRONLY) for each in folders.values())
            self._peak = self._files.open(memory / "memory.max_usage_in_bytes")
            self._refusals = self._files.open(memory / "memory.failcnt")
            self._kills = self._files.open(memory / "memory.oom_control")
            self._events = self._files.open(pids / "pids.events")
            self._cpu = self._files.open(cpu / "cpuacct.usage")
        except BaseException:
            self._files.close()
            raise

    def entries(self) -> tuple[int, ...]:
        return self._entries

    def follow(self, processes: tuple[int, ...]) -> None:
        pass

    def read(self) -> Usage:
        return Usage(
            cpu_seconds=_number(self._cpu) / 1e9,
            peak_memory_bytes=_number(self._peak),
            memory_kills=_table(self._kills).get("oom_kill", 0),
            memory_refusals=_number(self._refusals),
            process_refusals=_table(self._events).get("max", 0),
        )

    def close(self) -> None:
        self._files.close()


class GroupsV2:
    """Version 2: one delegated folder. Root makes it at the top; an ordinary user needs a scope of its own."""

    name = "cgroup v2"
    _serial = itertools.count(1)
    _CONTROLLERS = ("memory", "pids")

    def __init__(self, base: Path | None = None) -> None:
        if base is None:
            hierarchy = next((each for each in hierarchies() if not each.controllers), None)
            if hierarchy is None:
                raise LookupError("no cgroup v2 is mounted")
            base = self._parent(hierarchy)
        _sweep(base)
        self._folder = base / f"{_owner_name()}.{next(self._serial)}"
        self._folder.mkdir()
        try:
            _write(self._folder / "cgroup.subtree_control", " ".join(f"+{name}" for name in self._CONTROLLERS))
        except OSError:
            _remove(self._folder)
            raise

    @classmethod
    def _parent(cls, hierarchy: Hierarchy) -> Path:
        """The nearest group upward of the caller's own whose children may have the controllers."""
        for folder in (hierarchy.folder, *hierarchy.folder.parents):
            if not (folder == hierarchy.mount or hierarchy.mount in folder.parents):
                break
            offered = set((folder / "cgroup.subtree_control").read_text().split())
            if offered.issuperset(cls._CONTROLLERS) and os.access(folder, os.W_OK):
                return folder
        raise LookupError("no group here may limit memory and processes of its children")

    def new(self, limits: Limits) -> Meter:
        return MeterV2(self._folder / f"w{next(self._serial)}", limits)

    def close(self) -> None:
        _remove(self._folder)


class MeterV2:
    def __init__(self, folder: Path, limits: Limits) -> None:
        self._files = _Files([folder])
        try:
            folder.mkdir()
            _write(folder / "memory.max", limits.memory_bytes)
            with contextlib.suppress(OSError):  # no swap here
                _write(folder / "memory.swap.max", 0)
            _write(folder / "memory.oom.group", 0)
            _write(folder / "pids.max", task_limit(limits))
            self._entries = (self._files.open(folder / "cgroup.procs", os.O_WRONLY),)
            self._memory = self._files.open(folder / "memory.events")
            self._pids = self._files.open(folder / "pids.events")
            self._cpu = self._files.open(folder / "cpu.stat")
            self._peak = self._optional(folder / "memory.peak")
        except BaseException:
            self._files.close()
            raise

    def _optional(self, path: Path) -> int | None:
        with contextlib.suppress(OSError):  # since Linux 5.19
            return self._files.open(path)
        return None

    def entries(self) -> tuple[int, ...]:
        return self._entries

    def follow(self, processes: tuple[int, ...]) -> None:
        pass

    def read(self) -> Usage:
        memory = _table(self._memory)
        return Usage(
            cpu_seconds=_table(self._cpu).get("usage_usec", 0) / 1e6,
            peak_memory_bytes=None if self._peak is None else _number(self._peak),
            memory_kills=memory.get("oom_kill", 0),
            memory_refusals=memory.get("oom", 0),
            process_refusals=_table(self._pids).get("max", 0),
        )

    def close(self) -> None:
        self._files.close()
