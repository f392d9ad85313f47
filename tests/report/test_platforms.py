"""The results files of platforms: valid by strict schemas, right in their numbers, harmless whatever students write."""

import base64
import csv as csv_reader
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from grader.report import csv, github, gradescope, junit, prairielearn
from grader.report.model import ExerciseResult, Feedback, Frame, Report
from grader.report.plain import feedback_lines
from grader.verdict import Cause
from tests.report import hostile, samples
from tests.support.runner_files import commands

SCHEMAS = Path(__file__).parent / "schemas"


def validated(name: str, document: Any) -> Any:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)
    return document


def as_gradescope(report: Report) -> Any:
    return validated("gradescope", json.loads(gradescope.render(report)))


def as_prairielearn(report: Report) -> Any:
    text = prairielearn.render(report)
    assert len(text.encode()) <= prairielearn.MOST_BYTES
    return validated("prairielearn", json.loads(text))


def as_github(report: Report) -> Any:
    line = github.render(report)
    assert line.startswith("result=")
    assert line.count("\n") == 1
    return validated("github", json.loads(base64.b64decode(line.removeprefix("result="))))


def exercise(*causes: Cause, **more: object) -> ExerciseResult:
    checks = [samples.check(f"test_{n}", f"Check {n}", cause) for n, cause in enumerate(causes)]
    graded = [check for check in checks if check.cause.graded]
    fields: dict[str, object] = {
        "id": "ch03_autograd/vjp", "number": "3.1", "title": "VJP", "checks": checks,
        "points": sum(check.points for check in graded), "max_points": float(len(graded)),
    }  # fmt: skip
    return ExerciseResult.model_validate(fields | more)


def test_gradescope_adds_up() -> None:
    report = samples.report([exercise(Cause.PASSED, Cause.FAILED, Cause.PASSED)])
    document = as_gradescope(report)
    assert document["score"] == 2.0
    assert [test["status"] for test in document["tests"]] == ["passed", "failed", "passed"]
    assert [test["number"] for test in document["tests"]] == ["3.1.1", "3.1.2", "3.1.3"]
    assert sum(test["max_score"] for test in document["tests"]) == 3.0


def test_gradescope_has_no_test_for_what_was_not_graded() -> None:
    document = as_gradescope(samples.report([exercise(Cause.PASSED, Cause.INFRASTRUCTURE, Cause.NOT_RUN)]))
    assert [test["name"] for test in document["tests"]] == ["3.1 VJP: Check 0"]
    assert "could not be graded" in document["output"]


def test_gradescope_shows_the_total() -> None:
    """While one test is hidden, it would not."""
    document = as_gradescope(samples.mixed())
    assert {test["visibility"] for test in document["tests"]} == {"visible"} == {document["visibility"]}


def test_prairielearn_scores_from_0_to_1() -> None:
    document = as_prairielearn(samples.report([exercise(Cause.PASSED, Cause.FAILED, Cause.PASSED, Cause.PASSED)]))
    assert (document["gradable"], document["score"]) == (True, 0.75)


@pytest.mark.parametrize("cause", [Cause.MISSING, Cause.IMPORT_ERROR, Cause.NOT_IMPLEMENTED])
def test_prairielearn_uses_up_no_attempt_on_a_file_that_cannot_be_run(cause: Cause) -> None:
    notice = Feedback(headline="`vjp.py` has a syntax error in line 3.")
    document = as_prairielearn(samples.report([exercise(cause, cause, notice=notice)]))
    assert document["gradable"] is False
    assert document["format_errors"] == ["`vjp.py` has a syntax error in line 3."]


def test_prairielearn_grades_what_can_be_run_beside_a_broken_file() -> None:
    broken = exercise(Cause.IMPORT_ERROR, notice=Feedback(headline="`vjp.py` is empty."))
    document = as_prairielearn(samples.report([broken, exercise(Cause.PASSED)]))
    assert (document["gradable"], document["score"]) == (True, 0.5)


@pytest.mark.parametrize("cause", [Cause.INFRASTRUCTURE, Cause.BROKEN_CHECK])
def test_prairielearn_never_counts_a_fault_that_is_not_the_student_s(cause: Cause) -> None:
    document = as_prairielearn(samples.report([exercise(Cause.FAILED, cause)]))
    assert document["gradable"] is False
    assert "not your fault" in document["message"]


def test_prairielearn_stays_below_its_limit() -> None:
    long = Feedback(headline="x" * 3_900, details=["y" * 3_900] * 2)
    many = [samples.check(f"test_{n}", "t" * 150, Cause.FAILED, feedback=long) for n in range(900)]
    report = samples.report([exercise(Cause.FAILED).model_copy(update={"checks": many})])
    assert len(as_prairielearn(report)["tests"]) == 900


@pytest.mark.parametrize(
    ("causes", "status"),
    [
        ([Cause.PASSED, Cause.PASSED], "pass"),
        ([Cause.PASSED, Cause.FAILED], "fail"),
        ([Cause.FAILED, Cause.INFRASTRUCTURE], "error"),
        ([Cause.PASSED, Cause.NOT_RUN], "pass"),
    ],
)
def test_github_says_how_it_ended(causes: list[Cause], status: str) -> None:
    assert as_github(samples.report([exercise(*causes)]))["status"] == status


def test_github_of_nothing_is_no_pass() -> None:
    assert as_github(samples.report([]))["status"] == "error"


@pytest.mark.parametrize(("count", "kept"), [(60, 60), (2_000, 1)])
def test_github_s_result_fits_into_a_variable(count: int, kept: int) -> None:
    """Linux starts no program with one of 128 KiB. Of very many checks each exercise has one test."""
    long = Feedback(headline="x" * 3_900, details=["漢" * 3_900] * 2)
    many = [samples.check(f"test_{n}", f"{n} {'t' * 90}", Cause.FAILED, feedback=long) for n in range(count)]
    report = samples.report([exercise(Cause.FAILED).model_copy(update={"checks": many, "points": 2.5})])
    document = as_github(report)
    assert len(github.render(report)) < 128 * 1024
    assert (len(document["tests"]), document["status"]) == (kept, "fail")


def test_a_message_of_github_s_result_is_no_command_where_it_is_printed() -> None:
    said = Feedback(headline="::error::x", details=["  ::set-output name=a::b", "a ##[error]c"])
    check = samples.check("test_a", "A", Cause.FAILED, feedback=said)
    (test,) = as_github(samples.report([exercise(Cause.FAILED).model_copy(update={"checks": [check]})]))["tests"]
    assert commands(test["message"]) == []
    assert "error::x" in test["message"]


def test_junit_counts() -> None:
    causes = [Cause.PASSED, Cause.FAILED, Cause.INFRASTRUCTURE, Cause.SKIPPED, Cause.NOT_RUN]
    root = ElementTree.fromstring(junit.render(samples.report([exercise(*causes)])))
    (suite,) = root
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "5", "failures": "1", "errors": "1", "skipped": "2"}
    case = suite[0]
    assert case.tag == "testcase"
    points = {each.get("name"): each.get("value") for each in case.iter("property")}
    assert (points["points"], points["max_points"], points["cause"]) == ("1", "1", "passed")


def test_csv_is_a_line_a_check() -> None:
    rows = list(csv_reader.DictReader(io.StringIO(csv.render(samples.report([exercise(Cause.PASSED, Cause.FAILED)])))))
    assert [(row["number"], row["cause"], row["points"]) for row in rows] == [
        ("3.1", "passed", "1"),
        ("3.1", "failed", "0"),
    ]


@pytest.mark.parametrize("render", [gradescope.render, prairielearn.render, junit.render, csv.render])
def test_a_student_s_copy_holds_nothing_of_the_instructor_s(render: Any) -> None:
    text = render(samples.mixed())
    assert [name for name, canary in samples.CANARIES.items() if canary in text] == []


def test_github_holds_nothing_of_the_instructor_s() -> None:
    text = json.dumps(as_github(samples.mixed()))
    assert [name for name, canary in samples.CANARIES.items() if canary in text] == []


def test_a_line_that_is_in_no_function_has_its_place_alone() -> None:
    frames = [Frame(file="a.py", line=3, function="", source="import b"), Frame(file="a.py", line=9, function="f")]
    lines = list(feedback_lines(Feedback(headline="Wrong.", traceback=frames)))
    assert lines[2:] == ["  a.py:3: import b", "  a.py:9 in f: "]


@pytest.mark.parametrize("text", [text for text in hostile.STRINGS if len(text) < 100_000])
def test_hostile_text_stays_text(text: str) -> None:
    report = hostile.Poison(samples.mixed()).report(text)
    as_gradescope(report)
    as_prairielearn(report)
    as_github(report)
    root = ElementTree.fromstring(junit.render(report))
    assert {element.tag for element in root.iter()} <= {
        "testsuites", "testsuite", "testcase", "properties", "property", "failure", "error", "skipped"
    }  # fmt: skip
    for row in csv_reader.reader(io.StringIO(csv.render(report))):
        assert len(row) == 13
        assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in row)
