"""The golden file of an exercise's messages: what is read by the author of each wrong answer about what catches it.

``messages.md`` lies beside the wrong answers. It is written on purpose, by ``grade verify --messages``, and read by
people; from then on a message that reads otherwise is a problem that ``grade verify`` tells.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.authoring.variants import Variant
from grader.course import Exercise
from grader.report.model import CheckResult
from grader.report.plain import check_text

FILE = "messages.md"

Messages = Mapping[str, Mapping[str, str]]  # by the wrong answer's name, by the check

# What may differ between two processors: the last digits of a fraction, and which rounding error was measured.
_INEXACT = re.compile(r"[-−]?\d+\.\d+(?:e[-+]?\d+)?|[-−]?\d+e[-+]?\d+")
_BLANKS = re.compile(r"[ \t]+")
_SHADES = re.compile(r"[▁▂▃▄▅▆▇█░▒▓]+")

# What may differ between two versions of torch: with which of these it refuses an argument.
_REFUSED = re.compile(r"(?<=raises `)(?:RuntimeError|ValueError)(?=`)")


def messages_of(variant: Variant, checks: Iterable[CheckResult]) -> dict[str, str]:
    """What is said of a wrong answer by each check that it names; nothing for other answers."""
    if variant.kind != "wrong":
        return {}
    return {check.id: check_text(check) for check in checks if check.id in variant.fails}


def golden_path(exercise: Exercise) -> Path:
    return exercise.solutions / FILE


def document(exercise: Exercise, messages: Messages, hints: Mapping[str, str], checks: Iterable[str]) -> str:
    """The golden file's text: wrong answers by name, each with its hint, then its messages in the checks' order."""
    order = {check: place for place, check in enumerate(checks)}
    lines = [f"# {exercise.number} {exercise.title}", ""]
    for name in sorted(messages):
        lines += [f"## {name}", "", hints[name], ""]
        for check in sorted(messages[name], key=lambda check: (order.get(check, len(order)), check)):
            lines += [f"### {check}", "", "```text", *_printable(messages[name][check]), "```", ""]
    return "\n".join(lines)


def _printable(text: str) -> list[str]:
    return [line.rstrip() for line in text.replace("```", "'''").split("\n")]


def changed(golden: str, now: str) -> list[str]:
    """The sections, "wrong answer: check", in which the two texts say different things."""
    old, new = _sections(golden), _sections(now)
    return [title for title in dict.fromkeys([*old, *new]) if old.get(title) != new.get(title)]


def _sections(text: str) -> dict[str, str]:
    """The masked text of every section by its title."""
    found: dict[str, list[str]] = {}
    answer, title = "", ""
    for line in text.splitlines():
        if line.startswith("## "):
            answer = title = line[3:]
        elif line.startswith("### "):
            title = f"{answer}: {line[4:]}"
        found.setdefault(title, []).append(_masked(line))
    return {title: "\n".join(lines).strip() for title, lines in found.items()}


def _masked(line: str) -> str:
    return _BLANKS.sub(" ", _SHADES.sub("▒", _INEXACT.sub("#", _REFUSED.sub("Refused", line)))).strip()


def write(exercise: Exercise, now: str) -> None:
    """Make ``now`` the golden file, unless the one there says the same: numbers that only wobble are left alone."""
    path = golden_path(exercise)
    if not path.is_file() or changed(path.read_text(encoding="utf-8"), now):
        path.write_text(now, encoding="utf-8")


def problems(exercise: Exercise, now: str) -> list[str]:
    """Where the golden file says otherwise. No file: nothing is held to it."""
    try:
        golden = golden_path(exercise).read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    sections = changed(golden, now)
    if not sections:
        return []
    named = ", ".join(title or "the title" for title in sections[:5]) + (" …" if len(sections) > 5 else "")
    count = "1 message reads" if len(sections) == 1 else f"{len(sections)} messages read"
    return [
        f"{count} otherwise than in {FILE} ({named}): run `grade verify {exercise.name} --messages`, read what "
        "changed, and keep it if it is better"
    ]
