"""What an option means where several commands share it."""

from typing import Any

import pytest

from grader.batch.judge import Judge
from grader.cli.options import gpus_wanted
from tests.cli.conftest import TINY


@pytest.mark.parametrize(
    ("asked", "sandbox", "device", "variable", "wanted"),
    [
        (None, "docker", "cpu", "", None),
        (None, "docker", "cuda", "", "all"),
        (None, "docker", "cuda", "1", None),  # the driver reads it
        ("0", "docker", "cuda", "1", "0"),
        ("0", "docker", "cpu", "", "0"),
        (None, "bubblewrap", "cuda", "", None),
    ],
)
def test_containers_get_the_gpus_that_a_device_needs(
    asked: str | None, sandbox: str, device: str, variable: str, wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TORCHGRADE_DOCKER_GPUS", variable)
    assert gpus_wanted(asked, sandbox, device) == wanted


def test_a_judge_of_a_class_opens_its_sandbox_with_the_gpus_that_were_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[dict[str, Any]] = []

    def note(kind: str, **options: Any) -> None:
        opened.append({"kind": kind, "gpus": options["gpus"]})

    monkeypatch.setattr("grader.batch.judge.open_sandbox", note)
    Judge(TINY, "docker", "cuda", None, "0,1").warm_up()
    assert opened == [{"kind": "docker", "gpus": "0,1"}]
