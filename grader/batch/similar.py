"""Pairs of answers that are more alike than chance makes them: for people to look at, never a verdict.

Winnowing (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003, the
method of MOSS) over the words of a program's shape. What the stub gives to everybody is taken away, and what very many
share counts little.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.batch.shape import chunks

K = 8  # words in a fingerprint: shorter agreements are chance
WINDOW = 4  # agreements of K + WINDOW - 1 words are always seen
LEAST_MARKS = 6  # that two answers share: fewer say nothing, and short answers look alike by themselves


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers to one exercise. ``share`` is how much of the smaller one is in the other, 0 to 1, by weight."""

    first: str
    second: str
    share: float
    first_lines: frozenset[int]  # 1-based lines that are in both
    second_lines: frozenset[int]


@dataclass(frozen=True, slots=True)
class Print:
    """The fingerprints of one answer, with the lines that each comes from."""

    lines: Mapping[int, frozenset[int]]

    @property
    def marks(self) -> frozenset[int]:
        return frozenset(self.lines)


def fingerprints(source: str) -> Print:
    """The winnowed fingerprints of Python code, or of any text."""
    found: dict[int, set[int]] = {}
    for words in chunks(source):
        hashes = [
            (_hash(tuple(word for word, _ in words[at : at + K])), {line for _, line in words[at : at + K]})
            for at in range(len(words) - K + 1)
        ]
        for mark, lines in _winnowed(hashes):
            found.setdefault(mark, set()).update(lines)
    return Print({mark: frozenset(lines) for mark, lines in found.items()})


def similar(answers: Mapping[str, str], stub: str, least: float = 0.5, shared: Iterable[str] = ()) -> list[Pair]:
    """Pairs of students whose answers agree in at least ``least``, the most alike first.

    ``shared`` are further texts that everybody had (fixtures, a lecture's code) and that do not count.
    """
    known = frozenset[int]().union(*(fingerprints(text).marks for text in (stub, *shared)))
    prints = {student: fingerprints(text) for student, text in answers.items()}
    own = {student: each.marks - known for student, each in prints.items()}
    spread = Counter(mark for marks in own.values() for mark in marks)
    weight = {mark: math.log((len(own) + 1) / count) for mark, count in spread.items()}
    pairs = []
    for first, second in sorted(_candidates(own)):
        both = own[first] & own[second]
        smaller = min(_sum(own[first], weight), _sum(own[second], weight))
        share = _sum(both, weight) / smaller if smaller else 0.0
        if share >= least and len(both) >= LEAST_MARKS:
            lines = [frozenset(n for mark in both for n in prints[each].lines[mark]) for each in (first, second)]
            pairs.append(Pair(first, second, share, *lines))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.first, pair.second))


def _candidates(own: Mapping[str, frozenset[int]]) -> set[tuple[str, str]]:
    """Pairs that share anything that not everybody has: found by mark, so that a big class is no square of work."""
    holders: dict[int, list[str]] = {}
    for student, marks in own.items():
        for mark in marks:
            holders.setdefault(mark, []).append(student)
    common = max(10, len(own) // 2)
    return {
        (min(a, b), max(a, b))
        for students in holders.values() if len(students) <= common
        for at, a in enumerate(students) for b in students[at + 1 :]
    }  # fmt: skip


def _sum(marks: Iterable[int], weight: Mapping[int, float]) -> float:
    return sum(weight[mark] for mark in marks)


def _hash(tokens: tuple[str, ...]) -> int:
    return int.from_bytes(hashlib.blake2b("\0".join(tokens).encode(), digest_size=8).digest(), "big")


def _winnowed(hashes: Sequence[tuple[int, set[int]]]) -> Iterator[tuple[int, set[int]]]:
    """The smallest of each window, the last of equals."""
    last = -1
    for start in range(max(1, len(hashes) - WINDOW + 1)):
        window = range(start, min(start + WINDOW, len(hashes)))
        if not window:
            return
        at = min(window, key=lambda index: (hashes[index][0], -index))
        if at != last:
            last = at
            yield hashes[at]
