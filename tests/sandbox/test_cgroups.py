"""Control groups: version 1 for real where this is root on it, version 2 against the files that the kernel shows."""

import os
import signal
import sys
from pathlib import Path

import pytest

from grader.sandbox.cgroups import (
    GroupsV1,
    GroupsV2,
    Hierarchy,
    MeterV2,
    NoGroups,
    find_groups,
    hierarchies,
    task_limit,
)
from grader.sandbox.meter import TreeMeter, Usage
from grader.sandbox.protocol import MIB, Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="control groups are Linux's")


def test_whatever_is_found_works_and_is_removed() -> None:
    groups = find_groups()
    meter = groups.new(Limits())
    assert meter.read().memory_kills == 0
    meter.close()
    groups.close()


def test_a_child_that_writes_itself_in_is_counted() -> None:
    groups = find_groups()
    if isinstance(groups, NoGroups):
        pytest.skip("no control group can be made here")
    meter = groups.new(Limits(memory_bytes=64 * MIB))
    child = os.fork()
    if child == 0:
        for entry in meter.entries():
            os.write(entry, b"0")
        data = bytearray(8 * MIB)
        os._exit(len(data) and sum(range(3_000_000)) & 0)
    os.waitpid(child, 0)
    usage = meter.read()
    assert usage.cpu_seconds > 0
    assert usage.peak_memory_bytes is not None
    assert 8 * MIB < usage.peak_memory_bytes < 64 * MIB
    assert (usage.memory_kills, usage.process_refusals) == (0, 0)
    meter.close()
    groups.close()


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs root")
def test_groups_of_judges_that_died_are_swept() -> None:
    found = {name: each for each in hierarchies() for name in each.controllers}
    if not {"memory", "pids", "cpuacct"} <= set(found):
        pytest.skip("no version 1 here")
    namespace = os.stat("/proc/self/ns/pid").st_ino
    folder = found["pids"].folder
    dead, foreign = (folder / f"torchgrade-{each}-4194303.1" for each in (namespace, namespace + 1))
    for each in (dead, foreign):
        (each / "w1").mkdir(parents=True)
    groups = GroupsV1()
    try:
        assert not dead.exists()
        assert foreign.exists()
    finally:
        groups.close()
        (foreign / "w1").rmdir()
        foreign.rmdir()


def test_hierarchies_are_read_from_what_the_kernel_says(tmp_path: Path) -> None:
    (tmp_path / "mountinfo").write_text(
        "36 25 0:31 / /sys/fs/cgroup/memory rw,nosuid shared:1 - cgroup cgroup rw,memory\n"
        "37 25 0:32 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid - cgroup cgroup rw,cpu,cpuacct\n"
        "38 25 0:33 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
        "39 25 0:34 / /proc rw - proc proc rw\n"
    )
    (tmp_path / "cgroup").write_text("9:memory:/a/b\n8:cpu,cpuacct:/c\n1:name=systemd:/s\n0::/user.slice/x.scope\n")
    found = {(tuple(each.controllers), str(each.folder)) for each in hierarchies(tmp_path)}
    assert found == {
        (("memory",), "/sys/fs/cgroup/memory/a/b"),
        (("cpu",), "/sys/fs/cgroup/cpu,cpuacct/c"),
        (("cpuacct",), "/sys/fs/cgroup/cpu,cpuacct/c"),
        ((), "/sys/fs/cgroup/unified/user.slice/x.scope"),
    }


def test_version_2_goes_up_to_the_group_that_hands_on_its_controllers(tmp_path: Path) -> None:
    own = tmp_path / "user.slice" / "mine"
    own.mkdir(parents=True)
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory pids")
    (own.parent / "cgroup.subtree_control").write_text("memory pids cpu")
    (own / "cgroup.subtree_control").write_text("")
    assert GroupsV2._parent(Hierarchy(tmp_path, "/user.slice/mine", frozenset())) == own.parent
    (own.parent / "cgroup.subtree_control").write_text("memory")
    (tmp_path / "cgroup.subtree_control").write_text("memory")
    with pytest.raises(LookupError):
        GroupsV2._parent(Hierarchy(tmp_path, "/user.slice/mine", frozenset()))


# The files that the kernel puts into a new version 2 group.
KERNEL_FILES = {
    "memory.max": "max",
    "memory.swap.max": "max",
    "memory.oom.group": "0",
    "pids.max": "max",
    "cgroup.procs": "",
    "memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\n",
    "pids.events": "max 0\n",
    "cpu.stat": "usage_usec 0\nuser_usec 0\n",
    "memory.peak": "0\n",
}


@pytest.fixture
def kernel_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a folder, when it is made, fills itself like a group."""
    plain = Path.mkdir

    def mkdir(self: Path, *args: int, **kwargs: bool) -> None:
        plain(self, *args, **kwargs)  # type: ignore[arg-type]
        for name, content in KERNEL_FILES.items():
            (self / name).write_text(content)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    return tmp_path / "w1"


def test_version_2_writes_the_limits_and_reads_the_counters(kernel_folder: Path) -> None:
    limits = Limits(memory_bytes=100 * MIB, processes=7, threads=2)
    meter = MeterV2(kernel_folder, limits)
    assert (kernel_folder / "memory.max").read_text() == str(100 * MIB)
    assert (kernel_folder / "memory.swap.max").read_text() == "0"
    assert (kernel_folder / "pids.max").read_text() == str(task_limit(limits)) == "11"
    (kernel_folder / "memory.events").write_text("low 0\nhigh 0\nmax 41\noom 2\noom_kill 1\noom_group_kill 0\n")
    (kernel_folder / "pids.events").write_text("max 3\n")
    (kernel_folder / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\n")
    (kernel_folder / "memory.peak").write_text("104857600\n")
    assert meter.read() == Usage(2.5, 100 * MIB, memory_kills=1, memory_refusals=2, process_refusals=3)
    os.write(meter.entries()[0], b"0")
    assert (kernel_folder / "cgroup.procs").read_text() == "0"
    meter.close()


def test_sampling_sees_children_and_their_processor_time() -> None:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.fork()
        sum(range(5_000_000))
        os.write(writer, b"x")
        os.read(reader, 0)
        os.kill(os.getpid(), 19)
    meter = TreeMeter(1 << 40, 100)
    meter.follow((child,))
    for _ in range(2):
        os.read(reader, 1)
    usage = meter.read()
    assert usage.cpu_seconds > 0.05
    assert (usage.memory_kills, usage.process_refusals) == (0, 0)
    for allowed, breaches in ((1, 1), (2, 0)):
        crowded = TreeMeter(1 << 40, allowed)
        crowded.follow((child,))
        assert crowded.read().process_refusals == breaches
    from grader.sandbox.meter import family

    for process in reversed(family((child,))):
        os.kill(process, 9)
    os.waitpid(child, 0)
    os.close(reader)
    os.close(writer)


def test_memory_of_another_users_processes_is_what_they_have_beyond_what_they_inherited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rootless engine's containers have users of whom a judge sees sizes alone."""

    def refuse(process: int) -> tuple[int, int]:
        raise PermissionError

    reader, writer = os.pipe()
    go, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(go, 1)
        data = bytearray(b"x") * (96 * MIB)
        os.write(writer, data[:1])
        signal.pause()
    monkeypatch.setattr("grader.sandbox.meter._written", refuse)
    try:
        meter = TreeMeter(64 * MIB, 100)
        meter.follow((child,))
        assert meter.read().memory_kills == 0
        os.write(told, b"x")
        os.read(reader, 1)
        usage = meter.read()
        assert usage.memory_kills == 1
        assert usage.peak_memory_bytes is not None
        assert 90 * MIB < usage.peak_memory_bytes < 110 * MIB
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        for descriptor in (reader, writer, go, told):
            os.close(descriptor)
