"""Gradescope's ``results/results.json``.

Nothing is hidden from the student here: while any test is, Gradescope shows no total. What may be seen of a hidden
check was decided before, in the student's copy of the report.
"""

import json
import re
from typing import Any

from grader.report.model import CheckResult, Report
from grader.report.plain import check_names, check_text, summary_text
from grader.report.student import shown

_NUMBER = re.compile(r"\d+(\.\d+)*")


def render(report: Report, *, for_instructor: bool = False) -> str:
    """The results file. What could not be graded is told in the text, and is no test with 0 points."""
    visible = shown(report, for_instructor=for_instructor)
    tests = [
        _test(f"{exercise.number}.{place}", name, check)
        for exercise in visible.exercises
        for place, (name, check) in enumerate(zip(check_names(exercise), exercise.checks, strict=True), 1)
        if check.cause.graded
    ]
    results = {
        "score": report.points,
        "execution_time": round(report.seconds, 3),
        "output": summary_text(visible, for_instructor=for_instructor),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {
            "torchgrade": report.torchgrade,
            "course_version": report.course_version,
            "sandbox": f"{report.sandbox.driver}, {report.sandbox.isolation}",
        },
    }
    return json.dumps(results, ensure_ascii=False, indent=1) + "\n"


def _test(number: str, name: str, check: CheckResult) -> dict[str, Any]:
    return {
        "name": name,
        **({"number": number} if _NUMBER.fullmatch(number) else {}),
        "score": check.points,
        "max_score": check.max_points,
        "status": "passed" if check.cause.passed else "failed",
        "output": check_text(check),
        "output_format": "text",
        "visibility": "visible",
    }
