"""A line an exercise, as `--quiet` prints it."""

import pytest

from grader.cli.request import Request
from grader.cli.telling import tell
from grader.report.model import ExerciseResult
from grader.verdict import Cause
from tests.report.samples import check, report


def test_points_have_two_decimals_and_are_never_rounded_up(capsys: pytest.CaptureFixture[str]) -> None:
    exercise = ExerciseResult(
        id="ch01_sums/line_fit",
        number="1.2",
        title="Fit a line",
        points=18 / 7,
        max_points=6 - 0.0001,
        checks=[
            check("test_a", "A", points=18 / 7, max_points=18 / 7),
            check("test_b", "B", Cause.FAILED, max_points=24 / 7),
        ],
        uses=[],
    )
    tell(report([exercise]), Request((), quiet=True))
    assert capsys.readouterr().out == "✗ 1.2   2.57/5.99  Fit a line: 1 of 2 passed\n"
