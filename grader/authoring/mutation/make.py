"""All mutants of a reference, in the order of the file, each different from the reference and from every other."""

import ast
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from grader.authoring.mutation.calls import call_changes
from grader.authoring.mutation.change import Change, Text, applied
from grader.authoring.mutation.mutant import Key, Mutant, changed_lines
from grader.authoring.mutation.sites import Site, sites
from grader.authoring.mutation.statements import statement_changes
from grader.authoring.mutation.values import value_changes

FAMILIES: tuple[Callable[[Site, Text], Iterator[Change]], ...] = (value_changes, call_changes, statement_changes)


def make_mutants(source: bytes) -> list[Mutant]:
    """Every mutant. The same for the same source. Raises SyntaxError."""
    counts: Counter[Key] = Counter()
    found = []
    for start, end in _statements(source):
        for site, change, text in _changed(source[start:end]):
            mutated = source[:start] + text + source[end:]
            line = source.count(b"\n", 0, start) + int(change.node.lineno)  # type: ignore[attr-defined]
            key = Key(site.function, change.operator, *changed_lines(source.decode(), mutated.decode()))
            counts[key] += 1
            found.append(Mutant(replace(key, occurrence=counts[key]), mutated, line))
    return found


def _statements(source: bytes) -> Iterator[tuple[int, int]]:
    """Where each statement of the module stands. They are changed one by one: a small text is quickly parsed."""
    text = Text(source)
    for statement in ast.parse(source).body:
        first = min((statement, *getattr(statement, "decorator_list", ())), key=lambda node: node.lineno)
        yield source.rfind(b"\n", 0, text.start(first)) + 1, text.end(statement)


def _changed(source: bytes) -> Iterator[tuple[Site, Change, bytes]]:
    """Each different change of one statement, with the text that it then has."""
    tree, text = ast.parse(source), Text(source)
    seen = {ast.dump(tree)}
    for site in sites(tree):
        for change in (change for family in FAMILIES for change in family(site, text)):
            result = applied(change, tree, text)
            if result is not None and result[1] not in seen:
                seen.add(result[1])
                yield site, change, result[0]


def sample(mutants: Sequence[Mutant], most: int) -> list[Mutant]:
    """At most ``most`` of them, drawn so that no kind of change crowds out another; always the same ones."""
    by_operator: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_operator[mutant.key.operator].append(mutant)
    drawn = random.Random(0)
    for group in by_operator.values():
        drawn.shuffle(group)
    chosen: list[Mutant] = []
    while len(chosen) < min(most, len(mutants)):
        for group in by_operator.values():
            if group and len(chosen) < most:
                chosen.append(group.pop())
    kept = set(chosen)
    return [mutant for mutant in mutants if mutant in kept]
