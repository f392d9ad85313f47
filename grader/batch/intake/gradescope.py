"""Gradescope's export of an assignment: ``submission_metadata.yml`` and folders ``submission_ID``."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import yaml

from grader.batch.intake.layouts import Pile, Sorted
from grader.batch.intake.model import Problem
from grader.batch.intake.tree import Entry, Tree, Unreadable, by_top, shown
from grader.language import say

_FILE = "submission_metadata.yml"
_MOST_BYTES = 64 << 20


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Ruby writes its own classes as tags; their plain values are all that is wanted."""


def _plain(loader: _Loader, tag: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    assert isinstance(node, yaml.ScalarNode)
    return loader.construct_scalar(node)


_Loader.add_multi_constructor("!ruby/", _plain)


def gradescope(tree: Tree, exercises: Sequence[str]) -> Sorted:
    """One pile a submitter: members of a group each get the group's files."""
    # At the very top: further down a student may have put it, to hand in for others.
    metadata = next((entry for entry in tree.entries if entry.path == (_FILE,)), None)
    if metadata is None:
        return None
    try:
        table = yaml.load(metadata.read(_MOST_BYTES), _Loader)
    except (yaml.YAMLError, Unreadable, ValueError, RecursionError) as error:
        why = shown((str(error).partition("\n")[0],))
        return [], [
            Problem(
                "",
                say(
                    "`{file}` can't be read ({why}): export the submissions from Gradescope again.",
                    file=_FILE,
                    why=why,
                ),
            )
        ]
    piles: list[Pile] = []
    problems: list[Problem] = []
    tops = by_top(entry for entry in tree.entries if entry is not metadata)
    for folder, facts in (table if isinstance(table, dict) else {}).items():
        people = _people(facts)
        entries = [entry.at(entry.path[1:]) for entry in tops.pop(str(folder), []) if len(entry.path) > 1]
        if not people:
            problems.append(
                Problem("", say("`{file}` names nobody who handed in `{folder}`.", file=_FILE, folder=folder))
            )
        for person in people:
            piles.append(_pile(person, facts, entries))
    return piles, problems + [
        Problem("", say("`{file}` says nothing of `{path}`.", file=_FILE, path=shown((name,)))) for name in tops
    ]


def _people(facts: Any) -> list[dict[str, Any]]:
    submitters = _get(facts, "submitters")
    return [person for person in submitters if isinstance(person, dict)] if isinstance(submitters, list) else []


def _pile(person: dict[str, Any], facts: Any, entries: list[Entry]) -> Pile:
    name, email, number = (str(_get(person, key) or "") for key in ("name", "email", "sid"))
    return Pile(
        name or email or number,
        list(entries),
        identifier=number,
        email=email,
        received=_when(_get(facts, "created_at")),
    )


def _get(table: Any, key: str) -> Any:
    """Ruby's symbols are written with a colon before them."""
    return table.get(f":{key}", table.get(key)) if isinstance(table, dict) else None


def _when(value: Any) -> datetime | None:
    if isinstance(value, dict):  # a time of Ruby on Rails, which holds the same instant twice
        value = value.get("utc")
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.replace(" UTC", "+00:00").replace("Z", "+00:00"))
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)
