"""The doctor tells what holds, what does not, and what to do: from what the drivers showed."""

import sys
from typing import Any

import pytest

from grader.faults import InfrastructureFault
from grader.sandbox import doctor
from grader.sandbox.doctor import Diagnosis, DriverReport, docker_facts, examine_driver, machine_facts
from grader.sandbox.protocol import Barrier


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent/docker.sock")


@pytest.mark.usefixtures("no_engine")
def test_a_driver_that_cannot_start_is_reported_with_its_sentence() -> None:
    report = examine_driver("docker")
    assert not report.usable
    assert not report.holds
    assert "bubblewrap" in report.fault


def test_the_process_driver_is_usable_and_holds_nothing() -> None:
    report = examine_driver("process")
    assert report.usable
    assert not report.holds
    assert report.isolation == "none"
    assert report.barriers[0].remedy


@pytest.mark.parametrize(
    ("isolation", "failed", "holds"),
    [
        ("full", None, True),
        ("full", "user namespace", True),
        ("full", "limits of the container", True),
        ("full", "no network", False),
        ("reduced", None, False),
    ],
)
def test_a_driver_holds_when_it_isolates_and_nothing_got_through(
    isolation: str, failed: str | None, holds: bool
) -> None:
    barriers = tuple(
        Barrier(name, name != failed) for name in ("user namespace", "limits of the container", "no network")
    )
    report = DriverReport("bubblewrap", isolation, barriers)
    assert report.holds is holds
    assert Diagnosis((), (report,)).isolates is holds


@pytest.mark.usefixtures("no_engine")
def test_a_machine_without_docker_is_told_so_and_is_no_fault() -> None:
    assert docker_facts() == [("docker", "no engine answers here")]


def test_the_facts_name_python_and_how_memory_is_counted() -> None:
    facts = dict(machine_facts())
    assert sys.prefix in facts["Python"]
    if sys.platform == "linux":
        assert facts["memory is counted by"] in ("cgroup v1", "cgroup v2", "none")
        assert facts["bubblewrap"]


def test_a_machine_without_bubblewrap_is_examined_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*args: Any, **kwargs: Any) -> None:
        raise InfrastructureFault("no bubblewrap")

    monkeypatch.setattr("grader.sandbox.command.find_bubblewrap", missing)
    assert doctor._bubblewrap() == "not found"
