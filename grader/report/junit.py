"""JUnit XML as pytest writes it (xunit2): a suite an exercise, points as properties."""

import re
from xml.etree import ElementTree as xml

from grader.report.model import CheckResult, ExerciseResult, Report
from grader.report.plain import check_text
from grader.report.student import shown
from grader.report.summary import titles, word
from grader.report.text import one_line
from grader.verdict import Cause

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SKIPPED = (Cause.SKIPPED, Cause.NOT_RUN)


def render(report: Report, *, for_instructor: bool = False) -> str:
    """The XML document."""
    visible = shown(report, for_instructor=for_instructor)
    root = xml.Element("testsuites", name=_text(report.course))
    for exercise in visible.exercises:
        root.append(_suite(exercise, report))
    xml.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def _suite(exercise: ExerciseResult, report: Report) -> xml.Element:
    cases = [_case(exercise, title, check) for title, check in zip(titles(exercise), exercise.checks, strict=True)]
    counts = {tag: sum(case.find(tag) is not None for case in cases) for tag in ("failure", "error", "skipped")}
    suite = xml.Element(
        "testsuite",
        name=_text(f"{exercise.number} {exercise.title}"),
        errors=str(counts["error"]),
        failures=str(counts["failure"]),
        skipped=str(counts["skipped"]),
        tests=str(len(cases)),
        time=f"{exercise.seconds:.3f}",
        timestamp=report.created.isoformat(),
        hostname="torchgrade",
    )
    suite.extend(cases)
    return suite


def _case(exercise: ExerciseResult, title: str, check: CheckResult) -> xml.Element:
    classname = exercise.id.replace("/", ".")
    case = xml.Element("testcase", classname=_text(classname), name=_text(title), time=f"{check.seconds:.3f}")
    properties = xml.SubElement(case, "properties")
    facts = {"points": f"{check.points:g}", "max_points": f"{check.max_points:g}", "cause": check.cause.value}
    for name, value in {**facts, "id": check.id}.items():
        xml.SubElement(properties, "property", name=name, value=_text(value))
    _outcome(case, check)
    return case


def _outcome(case: xml.Element, check: CheckResult) -> None:
    if check.cause.passed:
        return
    message = check.feedback.headline if check.feedback is not None else word(check.cause)
    if check.cause in _SKIPPED:
        xml.SubElement(case, "skipped", type=check.cause.value, message=_text(message))
    else:
        tag = "failure" if check.cause.graded else "error"
        element = xml.SubElement(case, tag, message=_text(message))
        element.text = _text(check_text(check), one=False)


def _text(text: str, *, one: bool = True) -> str:
    """Text without what XML can't hold."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", one_line(text, 500) if one else text)
