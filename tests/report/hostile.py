"""Text that means harm, put into every field of a report that holds text."""

import copy
from typing import Any

from pydantic import ValidationError

from grader.report.model import Report

STRINGS = [
    "<script>window.pwned = 1</script>",
    "</style><script>window.pwned = 1</script><style>",
    "</title></svg></pre></textarea><img src=x onerror='window.pwned = 1'>",
    '"><svg onload="window.pwned = 1"><animate onbegin="window.pwned = 1" attributeName=x dur=1s>',
    "' onmouseover='window.pwned = 1' style='position:fixed;inset:0",
    "<style>*{display:none !important}</style>",
    "<a href=\"javascript:window.pwned = 1\">click</a>",
    "<iframe srcdoc='<script>parent.pwned = 1</script>'></iframe>",
    "<meta http-equiv=refresh content='0;url=https://example.invalid/'>",
    "<link rel=stylesheet href=https://example.invalid/x.css><base href=https://example.invalid/>",
    "<form action=https://example.invalid/><button>Hand in</button></form>",
    "&lt;script&gt; &#60;b&#62; &amp;amp;",
    "<!-- --!><b>bold</b> <![CDATA[ ]]> <?php ?>",
    "{{ 7 * 7 }} {% for x in ().__class__.__base__.__subclasses__() %}{{ x }}{% endfor %} {# #}",
    "${7*7} #{7*7} %s %(x)s {0} {report.seed}",
    "[bold red]rich[/] [link=https://example.invalid/]here[/link] [/] :bomb:",
    "\x1b[2J\x1b[1;31mgone\x1b[0m \x1b]0;title\x07 \x1b]8;;https://example.invalid/\x1b\\here\x1b]8;;\x1b\\ \x9b31m",
    "\x00\x01\x07\x08\x0c\x0e\x1a\x7f\x80\x85\x9f",
    "user\u202etxt.exe \u2066\u2067\u2068\u2069\u200e\u200f\u061c\u202a\u202b\u202d\u202c",
    "\u200b\u2060\ufeff\u00ad\u180e\U000e0041 \u2028\u2029 \ufffe\uffff\U0001ffff",
    "\ud800 lone \udfff",
    "a" + "\u0301" * 500,
    "\n\n::error file=x::y\n##teamcity[x]\r\n\rover",
    "[click](javascript:window.pwned=1) ![x](https://example.invalid/x.png) <https://example.invalid/> [a]: //x.y",
    "data:text/html,<script>window.pwned=1</script> javascript:window.pwned=1 java\tscript:alert(1) &#106;avascript:1",
    "<svg><use href='data:image/svg+xml,<svg id=x onload=a()>#x'/><foreignObject><img src=x onerror=window.pwned=1>",
    "}</style> url(https://example.invalid/x) ;background:url(javascript:window.pwned=1) @import '//x.y/x.css';",
    "=HYPERLINK(\"https://example.invalid/\")",
    "漢字 עברית العربية 👩‍👩‍👧 ﷽",
    "x" * 1_000_000,
    "<" * 1_000_000,
]  # fmt: skip

Place = tuple[str | int, ...]


class Poison:
    """A report whose every text can be replaced. Where any text may stand is found out once."""

    def __init__(self, report: Report) -> None:
        self._document = report.model_dump()
        self._places = _places(report)

    @property
    def fields(self) -> set[str]:
        """The fields that are poisoned, without the indexes: "exercises.checks.title"."""
        return {".".join(part for part in place if isinstance(part, str)) for place in self._places}

    def report(self, text: str) -> Report:
        """The report with ``text`` in every field that may hold any text, and as every key that may be any text."""
        document = copy.deepcopy(self._document)
        for place in self._places:
            _put(document, place, text)
        return Report.model_validate(_renamed(document, text))


def _places(report: Report) -> list[Place]:
    """Where any text may stand: not in a literal, an enumeration or the schema's version."""
    found = {}
    for place in _texts(report.model_dump(), ()):
        kind = tuple(part for part in place if isinstance(part, str))
        if kind not in found:
            found[kind] = place[-1] != "schema_version" and _takes_any_text(report, place)
    return [
        place
        for place in _texts(report.model_dump(), ())
        if found[tuple(part for part in place if isinstance(part, str))]
    ]


def _texts(value: Any, place: Place) -> list[Place]:
    if isinstance(value, str):
        return [place]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in items for found in _texts(item, (*place, key))]


def _takes_any_text(report: Report, place: Place) -> bool:
    document = report.model_dump()
    _put(document, place, "any text at all")
    try:
        Report.model_validate(document)
    except ValidationError:
        return False
    return True


def _put(document: Any, place: Place, text: str) -> None:
    for part in place[:-1]:
        document = document[part]
    document[place[-1]] = text


_FREE_KEYS = ("smallest_input", "libraries", "barriers", "chapters")


def _renamed(value: Any, text: str) -> Any:
    if isinstance(value, list):
        return [_renamed(item, text) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: dict.fromkeys([text] if item else [], *list(item.values())[:1])
        if key in _FREE_KEYS
        else _renamed(item, text)
        for key, item in value.items()
    }
