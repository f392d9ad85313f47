"""Whose control group a container is in, and what limits it: with the files as kernels and engines write them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.cgroups import Hierarchy
from grader.sandbox.docker import groups
from grader.sandbox.docker.groups import ContainerGroups, counters_of, groups_in_container, unlimited
from grader.sandbox.protocol import MIB, Limits

ID = "086dd96e5a18b2b74b423a30285de92237d2292af436f2850b83c76263dc6209"
SELF = Path("/proc/self")
# A rootless podman's container where systemd delegates: crun puts the processes one group further down.
SCOPE = f"user.slice/user-1000.slice/user@1000.service/user.slice/libpod-{ID}.scope"
DOCKERS = f"system.slice/docker-{ID}.scope"


class Mounted:
    """Folders that stand for mounted hierarchies, in which this process's group is where a test says."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.found: list[Hierarchy] = []

    def __call__(self, proc: Path, mounted: Path) -> Iterator[Hierarchy]:
        return iter(self.found)

    def put(self, own: str, controllers: str = "", **files: str) -> Path:
        mount = self.root / (controllers or "unified")
        folder = mount / own
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name.replace("__", ".")).write_text(text)
        self.found = [each for each in self.found if each.mount != mount]
        self.found.append(Hierarchy(mount, f"/{own}", frozenset(controllers.split())))
        return folder


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mounted:
    found = Mounted(tmp_path)
    monkeypatch.setattr(groups, "hierarchies", found)
    return found


LIMITED = {"memory__max": "5368709120\n", "pids__max": "2048\n", "cpu__max": "200000 100000\n"}
UNLIMITED = {"memory__max": "max\n", "pids__max": "max\n", "cpu__max": "max 100000\n"}
USED = {"memory__current": "1000\n", "memory__events": "low 0\nhigh 0\nmax 3\noom 2\noom_kill 1\noom_group_kill 0\n"}


@pytest.mark.parametrize("scope", [SCOPE, DOCKERS], ids=["podman", "docker"])
@pytest.mark.parametrize("inner", ["", "/container"], ids=["in the scope", "a group further down"])
def test_limits_of_the_scope_hold_for_the_groups_within(mounted: Mounted, scope: str, inner: str) -> None:
    mounted.put(scope, **LIMITED)
    mounted.put(scope + inner, **(UNLIMITED if inner else LIMITED))
    assert unlimited(os.getpid(), ID) == ()


def test_what_is_not_delegated_is_not_limited(mounted: Mounted) -> None:
    mounted.put(SCOPE, memory__max="5368709120\n", pids__max="max\n")
    assert unlimited(os.getpid(), ID) == ("number of processes", "processor time")


def test_limits_of_somebody_elses_group_are_not_the_containers(mounted: Mounted) -> None:
    mounted.put("user.slice/user-1000.slice/session-3.scope", **LIMITED, **USED)
    assert unlimited(os.getpid(), ID) == ("memory", "number of processes", "processor time")


def test_version_1_without_a_limit_says_so_by_its_highest_number(mounted: Mounted) -> None:
    mounted.put(f"docker/{ID}", "memory", memory__limit_in_bytes="9223372036854771712\n")
    mounted.put(f"docker/{ID}", "pids", pids__max="2048\n")
    mounted.put(f"docker/{ID}", "cpu", cpu__cfs_quota_us="-1\n")
    assert unlimited(os.getpid(), ID) == ("memory", "processor time")


def test_a_process_that_cannot_be_seen_counts_as_unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unlimited(0, ID) == ("memory", "number of processes", "processor time")


def test_the_containers_own_counters_are_read_on_version_2(mounted: Mounted) -> None:
    folder = mounted.put(SCOPE, **USED)
    meter = ContainerGroups(counters_of(SELF, ID)).new(Limits(memory_bytes=64 * MIB))
    assert meter.read().memory_kills == 0, "what was killed before is not this worker's"
    (folder / "memory.events").write_text("oom 3\noom_kill 2\n")
    assert meter.read().memory_kills == 1
    (folder / "memory.current").write_text(f"{100 * MIB}\n")
    assert meter.read().memory_kills == 2, "one more for what it uses above its limit"


def test_a_group_that_is_shared_with_others_counts_nothing_of_the_container(mounted: Mounted) -> None:
    mounted.put("user.slice/user-1000.slice/session-3.scope", **USED, cgroup__controllers="memory pids\n")
    mounted.put("process_api/5bac", "memory", memory__usage_in_bytes="1\n", memory__oom_control="oom_kill 0\n")
    with pytest.raises(LookupError):
        counters_of(SELF, ID)
    assert groups_in_container(os.getpid(), ID).name == "none"


def test_a_container_without_a_name_owns_no_group(mounted: Mounted) -> None:
    mounted.put(SCOPE, **USED)
    with pytest.raises(LookupError):
        counters_of(SELF, "")
