"""No text of a report becomes markup, an escape sequence or a template, in any format and any field."""

import re
import unicodedata
from functools import cache
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from grader.report import html, json, terminal
from grader.report.model import Report
from tests.report import hostile, samples


class Structure(HTMLParser):
    """Tags with the names of their attributes, in order, and every address that is not of this page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, ...]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # A long name of a picture's rows is not turned, so whether a text is turned depends on its length.
        self.tags.append((tag, *(name for name, _ in attrs if name != "transform")))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        self.tags.append(("comment",))

    def handle_pi(self, data: str) -> None:
        self.tags.append(("instruction",))


@cache
def base() -> Report:
    """Every field of the model filled, and as few exercises as that takes: rendering it is quick."""
    exercise = samples.cross_entropy()
    gradient, raised = exercise.checks[3], exercise.checks[4]
    assert gradient.feedback is not None
    curve = samples.diverging_curve().model_copy(update={"threshold": 3.0})
    feedback = gradient.feedback.model_copy(update={"pictures": [*samples.all_pictures(), curve]})
    checks = [gradient.model_copy(update={"feedback": feedback}), raised.model_copy(update={"output": None})]
    noticed = exercise.model_copy(update={"checks": checks[1:], "notice": feedback, "remarks": ["A remark."]})
    return samples.report([noticed, exercise.model_copy(update={"checks": checks})])


@cache
def poison() -> hostile.Poison:
    return hostile.Poison(base())


def structure(text: str, *, for_instructor: bool) -> list[tuple[str, ...]]:
    return Structure(html.render(poison().report(text), for_instructor=for_instructor)).tags


@cache
def harmless(for_instructor: bool) -> list[tuple[str, ...]]:
    return structure("x", for_instructor=for_instructor)


def text_fields(schema: dict[str, object], at: object, place: str = "") -> set[str]:
    """The text fields that the JSON Schema names, in the words of ``hostile.fields``."""
    assert isinstance(at, dict)
    if "$ref" in at:
        definitions = schema["$defs"]
        assert isinstance(definitions, dict)
        return text_fields(schema, definitions[at["$ref"].rpartition("/")[2]], place)
    found: set[str] = set()
    for choice in [*at.get("anyOf", []), *at.get("oneOf", [])]:
        found |= text_fields(schema, choice, place)
    if "items" in at:
        found |= text_fields(schema, at["items"], place)
    for name, field in at.get("properties", {}).items():
        found |= text_fields(schema, field, f"{place}.{name}".lstrip("."))
    if at.get("type") == "string" and not {"enum", "const", "format"} & at.keys():
        found.add(place)
    return found


def test_every_text_field_of_the_schema_is_poisoned() -> None:
    schema = Report.model_json_schema()
    wanted = text_fields(schema, schema) - {"schema_version"}
    reached = {re.sub(r"\.(x|target|python|torch|numpy|ch0\w+)$", "", field) for field in poison().fields}
    assert wanted <= reached


@pytest.mark.parametrize("for_instructor", [False, True])
@pytest.mark.parametrize("text", hostile.STRINGS, ids=lambda text: ascii(text[:24]))
def test_html_keeps_its_structure(text: str, for_instructor: bool) -> None:
    assert structure(f"{text}x", for_instructor=for_instructor) == harmless(for_instructor)


def test_the_structure_test_can_fail() -> None:
    page = html.render(base())
    assert Structure(page.replace("everywhere", "<b>everywhere</b>")).tags != Structure(page).tags


@pytest.mark.parametrize("text", hostile.STRINGS, ids=lambda text: ascii(text[:24]))
def test_html_holds_no_control_character_and_stays_small(text: str) -> None:
    page = html.render(poison().report(text), for_instructor=True)
    assert invisible(page) == set()
    assert len(page.encode()) < 1_500_000  # two of every kind of picture, every text as long as it may be


@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize("text", hostile.STRINGS, ids=lambda text: ascii(text[:24]))
def test_terminal_holds_no_escape_but_its_own(text: str, color: bool) -> None:
    shown = terminal.render(poison().report(text), for_instructor=True, color=color)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown) if color else shown
    assert invisible(plain) == set()


def test_terminal_shows_markup_as_it_is() -> None:
    shown = terminal.render(poison().report("[bold red]rich[/] :bomb: [/]"), width=120)
    assert "[bold red]rich[/] :bomb: [/]" in shown


def test_html_shows_template_syntax_as_it_is() -> None:
    assert "{{ 7 * 7 }}" in html.render(poison().report("{{ 7 * 7 }}"))


@pytest.mark.parametrize("text", hostile.STRINGS, ids=lambda text: ascii(text[:24]))
def test_json_reads_back_as_it_was(text: str) -> None:
    report = poison().report(text)
    assert json.load(json.render(report, for_instructor=True)) == report


FRAGMENTS = st.sampled_from([text for text in hostile.STRINGS if len(text) < 1_000])
ANY_TEXT = st.lists(FRAGMENTS | st.text(st.characters(), max_size=20), max_size=4).map("".join)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_TEXT.map(lambda text: text.replace("`", "") + "x"))
def test_no_text_at_all_becomes_markup(text: str) -> None:
    assert structure(text, for_instructor=True) == harmless(True)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_TEXT, st.integers(80, 130))
def test_no_text_at_all_breaks_the_terminal(text: str, width: int) -> None:
    shown = terminal.render(poison().report(text), for_instructor=True, width=width)
    assert invisible(shown) == set()
    assert max(cell_len(line) for line in shown.splitlines()) <= width


def invisible(text: str) -> set[str]:
    """Control, format and surrogate characters, but for the newline and the two joiners that scripts need."""
    return {
        character
        for character in set(text)
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in "\n\u200c\u200d"
    }
