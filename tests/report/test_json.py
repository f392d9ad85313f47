import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.faults import UsageFault
from grader.report.json import ReportUnreadable, load, render, schema
from tests.report import samples

PUBLISHED = Path(__file__).parents[2] / "docs" / "report-schema.json"


def test_it_reads_back_what_it_wrote() -> None:
    report = samples.mixed()
    assert load(render(report, for_instructor=True)) == report


def test_the_same_report_gives_the_same_text() -> None:
    text = render(samples.mixed(), for_instructor=True)
    assert text == render(samples.mixed(), for_instructor=True) == render(load(text), for_instructor=True)


def test_the_published_schema_is_current() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == schema(), (
        "write grader.report.json.schema() to docs/report-schema.json, and raise SCHEMA_VERSION where readers must know"
    )


@pytest.mark.parametrize("for_instructor", [False, True])
def test_a_written_report_is_valid_by_the_published_schema(for_instructor: bool) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(published)
    document = json.loads(render(samples.mixed(), for_instructor=for_instructor))
    assert list(validator.iter_errors(document)) == []
    document["exercises"][0]["points"] = "four"
    assert list(validator.iter_errors(document)) != []


def document() -> dict[str, object]:
    content = json.loads(render(samples.mixed(), for_instructor=True))
    assert isinstance(content, dict)
    return content


def test_a_newer_minor_version_is_read_without_what_it_adds() -> None:
    content = json.loads(render(samples.mixed(), for_instructor=True))
    content["schema_version"] = "1.7"
    content["mood"] = "good"
    content["exercises"][2]["checks"][3]["feedback"]["pictures"][0]["palette"] = {"low": "blue"}
    content["exercises"][2]["checks"][3]["feedback"]["sound"] = "bell"
    pictures = content["exercises"][2]["checks"][3]["feedback"]["pictures"]
    pictures[:] = [{"kind": "hologram", "depth": 3}, *pictures, {"kind": "smell"}]
    wanted = samples.mixed().model_copy(update={"schema_version": "1.7"})
    assert load(json.dumps(content)) == wanted


def test_an_unknown_field_of_our_own_version_is_damage() -> None:
    with pytest.raises(ReportUnreadable, match="damaged at `mood`"):
        load(json.dumps(document() | {"mood": "good"}))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it is not JSON"),
        ("hello", "it is not JSON"),
        (b"\xff\xfe\x00", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "not a report: it has no `schema_version`"),
        ("{}", "not a report: it has no `schema_version`"),
        ('{"schema_version": 1}', "should look like 1.2"),
        ('{"schema_version": "1.0\\u001b[2J"}', "should look like 1.2"),
        ('{"schema_version": "2.0"}', "has version 2.0; this torchgrade reads 1.x: a newer torchgrade can read it"),
        ('{"schema_version": "0.9"}', "has version 0.9; this torchgrade reads 1.x: it must be graded again"),
        ('{"schema_version": "1.0"}', "damaged at `torchgrade`: field required"),
        ('{"schema_version": "1.9", "extra": 1}', "damaged at `torchgrade`: field required"),
    ],
)
def test_what_cannot_be_read_is_one_clear_sentence(text: str | bytes, sentence: str) -> None:
    with pytest.raises(ReportUnreadable) as caught:
        load(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert isinstance(caught.value, UsageFault)


def test_a_hostile_key_is_named_harmlessly() -> None:
    with pytest.raises(ReportUnreadable, match="damaged at `␛") as caught:
        load(json.dumps(document() | {"\x1b[2Jkey": 1}))
    assert "\x1b" not in str(caught.value)


@given(st.data())
def test_any_damage_is_one_fault(data: st.DataObject) -> None:
    text = render(samples.perfect(), for_instructor=True)
    start = data.draw(st.integers(0, len(text) - 1))
    cut = text[:start] + data.draw(st.text(max_size=5)) + text[start + data.draw(st.integers(1, 40)) :]
    with contextlib.suppress(ReportUnreadable):
        assert load(cut).schema_version.startswith("1.")
