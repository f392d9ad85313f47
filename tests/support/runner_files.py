"""What GitHub's runner reads: expressions of a workflow, commands in a log, and the files that a step writes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_OF_A_SUMMARY = 1024 * 1024  # bytes; of a longer one nothing is shown
_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_PATH = re.compile(r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+")
_COMMAND = re.compile(r"::([a-z-]+)(?: (.*?))?::(.*)")
_OLD_COMMAND = re.compile(r"##\[([a-z-]+)(?: (.*?))?\](.*)")


class BadWorkflow(Exception):
    """What GitHub refuses, or what this interpreter does not know."""


@dataclass(frozen=True, slots=True)
class Command:
    """A workflow command: ``::error file=a.py,line=3::message``."""

    name: str
    properties: Mapping[str, str]
    message: str


def commands(log: str) -> list[Command]:
    """Every command that the runner finds in what a step printed, in the old syntax too."""
    found = []
    for line in re.split(r"\r\n|\r|\n", log):
        match = _COMMAND.fullmatch(line.lstrip()) or _OLD_COMMAND.search(line)
        if match:
            found.append(Command(match[1], _properties(match[2] or ""), _unescaped(match[3])))
    return found


def _properties(text: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in re.split("[,;]", text) if "=" in pair)
    return {name.strip(): _unescaped(value, property=True) for name, _, value in pairs}


def _unescaped(text: str, *, property: bool = False) -> str:
    for sign, code in {"\r": "%0D", "\n": "%0A", **({":": "%3A", ",": "%2C"} if property else {}), "%": "%25"}.items():
        text = text.replace(code, sign)
    return text


def assignments(content: str) -> dict[str, str]:
    """``$GITHUB_OUTPUT`` and ``$GITHUB_ENV``: lines ``name=value``, and ``name<<END`` for several lines."""
    found, lines = {}, iter(content.splitlines())
    for line in lines:
        name, sign, value = re.match(r"([^=<]*)(=|<<|)(.*)", line).groups()  # type: ignore[union-attr]
        if not name or not sign:
            raise BadWorkflow(f"Invalid format: {line!r}")
        found[name] = value if sign == "=" else "\n".join(iter(lines.__next__, value))
    return found


def filled(text: str, contexts: Mapping[str, Any]) -> str:
    """``text`` with its ``${{ expressions }}`` evaluated."""
    return _EXPRESSION.sub(lambda hole: str(evaluated(hole[1], contexts)), text)


def evaluated(expression: str, contexts: Mapping[str, Any]) -> Any:
    """A comparison, a status function, a literal, or a path such as ``steps.grade.outputs.result``."""
    expression = expression.strip()
    for sign, wanted in (("==", True), ("!=", False)):
        left, found, right = expression.partition(sign)
        if found:
            return (evaluated(left, contexts) == evaluated(right, contexts)) is wanted
    if expression in contexts["functions"]:
        return contexts["functions"][expression]
    if re.fullmatch(r"'[^']*'", expression):
        return expression[1:-1]
    if not _PATH.fullmatch(expression):
        raise BadWorkflow(f"an expression that is not known here: {expression}")
    value: Any = contexts
    for part in expression.split("."):
        value = value.get(part, "") if isinstance(value, Mapping) else ""
    return value


def holds(condition: str | None, contexts: Mapping[str, Any]) -> bool:
    """Whether a step with this ``if`` runs. Without a status function it runs where nothing has failed yet."""
    if condition is None:
        return bool(contexts["functions"]["success()"])
    condition = condition.strip().removeprefix("${{").removesuffix("}}").strip()
    status = any(name in condition for name in contexts["functions"])
    return bool(evaluated(condition, contexts)) and (status or contexts["functions"]["success()"])
