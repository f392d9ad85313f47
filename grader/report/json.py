"""The report as JSON: the form that is kept, sent and read back."""

import json
import re
from typing import Any

from pydantic import ValidationError

from grader.faults import UsageFault
from grader.language import say
from grader.report.model import SCHEMA_VERSION, Report
from grader.report.student import shown
from grader.report.text import one_line

_MAJOR, _MINOR = (int(part) for part in SCHEMA_VERSION.split("."))


class ReportUnreadable(UsageFault):
    """The text is no report, or one of a version that this reader does not know."""


def render(report: Report, *, for_instructor: bool = False) -> str:
    """The report as JSON text. The same report always gives the same text; ``load`` reads it back."""
    return shown(report, for_instructor=for_instructor).model_dump_json(indent=2) + "\n"


def load(text: str | bytes) -> Report:
    """Read a report. A newer minor version is read without what it adds. Raises ReportUnreadable."""
    content = _parse(text)
    newer = _check_version(content.get("schema_version"))
    try:
        return Report.model_validate(content)
    except ValidationError as error:
        if newer and _drop_unknown(content, error):
            return _validated(content)
        raise _unreadable(error) from None


def schema() -> str:
    """The JSON Schema of a written report; published as ``docs/report-schema.json``."""
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:torchgrade:report:{SCHEMA_VERSION}",
        **Report.model_json_schema(mode="serialization"),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _parse(text: str | bytes) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise ReportUnreadable(say("This is not a report: it is not JSON.")) from None
    if not isinstance(content, dict) or "schema_version" not in content:
        raise ReportUnreadable(say("This is JSON, but not a report: it has no `schema_version`."))
    return content


def _check_version(version: object) -> bool:
    """Whether the report is of a newer minor version than this reader."""
    match = re.fullmatch(r"(\d{1,6})\.(\d{1,6})", version) if isinstance(version, str) else None
    if match is None:
        raise ReportUnreadable(say("The report's `schema_version` should look like {version}.", version=SCHEMA_VERSION))
    major, minor = int(match[1]), int(match[2])
    if major != _MAJOR:
        advice = say("a newer torchgrade can read it") if major > _MAJOR else say("it must be graded again")
        raise ReportUnreadable(
            say(
                "The report has version {version}; this torchgrade reads {known}.x: {advice}.",
                version=f"{major}.{minor}",
                known=_MAJOR,
                advice=advice,
            )
        )
    return minor > _MINOR


def _validated(content: dict[str, Any]) -> Report:
    try:
        return Report.model_validate(content)
    except ValidationError as error:
        raise _unreadable(error) from None


def _unreadable(error: ValidationError) -> ReportUnreadable:
    first = error.errors(include_url=False, include_input=False)[0]
    place = one_line(".".join(str(part) for part in first["loc"])) or say("the top")
    return ReportUnreadable(
        say("The report is damaged at `{place}`: {why}.", place=place, why=one_line(first["msg"]).lower())
    )


def _drop_unknown(content: dict[str, Any], error: ValidationError) -> bool:
    """Remove the keys and the kinds of picture that validation did not know; False where something else is wrong."""
    problems = error.errors(include_url=False, include_input=False)
    if any(problem["type"] not in ("extra_forbidden", "union_tag_invalid") for problem in problems):
        return False
    for problem in reversed(problems):  # from the end: what is dropped from a list moves what comes after it
        _drop(content, problem["loc"])
    return True


def _drop(content: Any, place: tuple[int | str, ...]) -> None:
    for part in place[:-1]:
        # The place names the member of a union too ("heatmap"), which is no key.
        if isinstance(part, int) or (isinstance(content, dict) and part in content):
            content = content[part]
    del content[place[-1]]
