import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.cli.reports import refuse_bad_places, write_reports
from grader.faults import InfrastructureFault, UsageFault
from grader.report.model import CheckResult, ExerciseResult, Report, SandboxFacts
from grader.report.standing import exit_code
from grader.verdict import Cause


def report_of(*exercises: list[Cause]) -> Report:
    """A report with one exercise for each list of causes."""
    results = []
    for number, causes in enumerate(exercises, 1):
        checks = [
            CheckResult(
                id=f"test_{index}", title="A check", visibility="hidden", cause=cause, owner=cause.owner,
                points=float(cause.passed), max_points=float(cause.graded),
            )
            for index, cause in enumerate(causes)
        ]  # fmt: skip
        points, most = sum(c.points for c in checks), sum(c.max_points for c in checks)
        results.append(
            ExerciseResult(
                id=f"ch01/e{number}", number=f"1.{number}", title="E", points=points, max_points=most, checks=checks
            )
        )
    return Report(
        torchgrade="0", course="C", course_version="v", created=datetime(2026, 11, 30, tzinfo=UTC), seed=1234567,
        device="cpu", libraries={}, sandbox=SandboxFacts(driver="process", isolation="none", barriers={}),
        exercises=results,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("exercises", "code"),
    [
        ([[Cause.PASSED, Cause.PASSED], [Cause.PASSED]], 0),
        ([[Cause.PASSED, Cause.NOT_RUN]], 0),
        ([[Cause.PASSED], [Cause.FAILED]], 1),
        ([[Cause.PASSED, Cause.SKIPPED]], 1),
        ([[Cause.NOT_IMPLEMENTED]], 1),
        ([[Cause.PASSED, Cause.INFRASTRUCTURE]], 3),
        ([[Cause.PASSED], [Cause.BROKEN_CHECK]], 3),
        ([[Cause.FAILED], [Cause.BROKEN_CHECK]], 3),
        ([[Cause.PASSED], [Cause.NOT_RUN]], 3),
        ([[]], 3),
        ([], 3),
    ],
)
def test_exit_codes(exercises: list[list[Cause]], code: int) -> None:
    assert exit_code(report_of(*exercises)) == code


def test_an_exercise_whose_checks_are_all_elsewhere_fails_nobody() -> None:
    """In a release; where there is no other one, nothing was graded."""
    report = report_of([Cause.PASSED], [])
    elsewhere = report.exercises[1].model_copy(update={"hidden_elsewhere": 2})
    assert exit_code(report.model_copy(update={"exercises": [report.exercises[0], elsewhere]})) == 0
    assert exit_code(report.model_copy(update={"exercises": [elsewhere]})) == 3


@pytest.mark.parametrize("cause", list(Cause))
def test_only_a_pass_leaves_with_zero(cause: Cause) -> None:
    assert (exit_code(report_of([cause])) == 0) == cause.passed


def test_reports_are_written_and_replaced(tmp_path: Path) -> None:
    report = report_of([Cause.PASSED])
    page, data = tmp_path / "a.html", tmp_path / "a.json"
    page.write_text("old")
    write_reports(report, {"json": str(data), "html": str(page)})
    assert json.loads(data.read_text())["course"] == "C"
    assert page.read_text().lower().startswith("<!doctype html>")
    assert "1234567" not in data.read_text() + page.read_text()
    write_reports(report, {"json": str(data)}, for_instructor=True)
    assert json.loads(data.read_text())["seed"] == 1234567


def test_a_full_disk_keeps_the_old_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "a.json").write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InfrastructureFault, match=r"a\.json could not be written: no space left"):
        write_reports(report_of([Cause.PASSED]), {"json": str(tmp_path / "a.json")})
    assert (tmp_path / "a.json").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_places_where_no_report_can_go_are_told_before_grading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_bad_places(["-", str(tmp_path / "new.json")])
    with pytest.raises(UsageFault, match="is a folder"):
        refuse_bad_places([str(tmp_path)])
    with pytest.raises(UsageFault, match="There is no folder"):
        refuse_bad_places([str(tmp_path / "no" / "a.html")])
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    with pytest.raises(UsageFault, match="permission denied"):
        refuse_bad_places([str(tmp_path / "a.json")])
