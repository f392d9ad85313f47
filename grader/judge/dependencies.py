"""Dependencies between checks: a check waits for those it depends on, and is skipped when one did not pass."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from grader.faults import AuthorFault
from grader.language import say

Graph = Mapping[str, tuple[str, ...]]


def case_of(check: str) -> tuple[str, str]:
    """("test_a", "n-1") of "test_a[n-1]"; the case is empty where there are no parameters."""
    name, bracket, case = check.partition("[")
    return name, case.removesuffix("]") if bracket else ""


def resolve(checks: Sequence[str], wanted: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """The checks that each check depends on, by id.

    A dependency on a parametrised check is one on its case of the same id where there is one, else on all its cases.
    ``test_a[case]`` names one case. Inside a class, ``test_a`` is looked for in the same class first.
    Raises AuthorFault when a name is no check, or when checks depend on each other in a circle.
    """
    by_name: dict[str, list[str]] = {}
    for check in checks:
        by_name.setdefault(case_of(check)[0], []).append(check)
    graph = {check: tuple(_resolve_one(check, wanted.get(check, ()), by_name)) for check in checks}
    _refuse_circles(graph)
    return graph


def _resolve_one(check: str, names: Iterable[str], by_name: Mapping[str, list[str]]) -> Iterable[str]:
    own_name, own_case = case_of(check)
    scope = own_name.rpartition("::")[0]
    for asked in names:
        name, case = case_of(asked)
        full = f"{scope}::{name}" if scope and f"{scope}::{name}" in by_name else name
        cases = by_name.get(full, [])
        exact = f"{full}[{case or own_case}]"
        if exact in cases:
            yield exact
        elif cases and not case:
            yield from cases
        else:
            raise AuthorFault(_unknown(check, asked, by_name))


def _unknown(check: str, asked: str, by_name: Mapping[str, list[str]]) -> str:
    known = [*by_name, *(check for cases in by_name.values() for check in cases)]
    nearest = difflib.get_close_matches(asked, known, n=1)
    wrong = say("{check} depends on {asked!r}, which is no check of this exercise.", check=check, asked=asked)
    return f"{wrong} {say('Did you mean {near}?', near=nearest[0])}" if nearest else wrong


def _refuse_circles(graph: Graph) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AuthorFault(
            say("Checks depend on each other in a circle: {circle}.", circle=" → ".join(error.args[1]))
        ) from None


def ordered(checks: Sequence[str], graph: Graph) -> list[str]:
    """``checks`` in an order in which every check comes after those it depends on; else as they stand in the file."""
    done: dict[str, None] = {}

    def add(check: str) -> None:
        if check not in done:
            for dependency in graph[check]:
                add(dependency)
            done[check] = None

    for check in checks:
        add(check)
    return list(done)


def with_dependencies(chosen: Iterable[str], graph: Graph) -> set[str]:
    """``chosen`` and everything that they depend on."""
    found: set[str] = set()
    waiting = list(chosen)
    while waiting:
        check = waiting.pop()
        if check not in found:
            found.add(check)
            waiting.extend(graph[check])
    return found
