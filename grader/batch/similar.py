"""Pairs of answers that are more alike than chance makes them: for people to look at, never a verdict.

Winnowing over the tokens of the syntax (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document
Fingerprinting", SIGMOD 2003, the method of MOSS): names, strings and numbers do not count, comments and docstrings
neither, functions are taken one by one and so in any order. What the stub gives to everybody is taken away, and what
very many share counts little.
"""

import ast
import hashlib
import io
import keyword
import math
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

K = 8  # tokens in a fingerprint: shorter agreements are chance
WINDOW = 4  # agreements of K + WINDOW - 1 tokens are always seen


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
    """The winnowed fingerprints of Python code; of text that is none, its tokens as far as they go."""
    found: dict[int, set[int]] = {}
    for tokens in _chunks(source):
        hashes = [
            (_hash(tuple(token for token, _ in tokens[at : at + K])), {line for _, line in tokens[at : at + K]})
            for at in range(len(tokens) - K + 1)
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
        if share >= least:
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


def _chunks(source: str) -> list[list[tuple[str, int]]]:
    """The tokens of each function and of what is outside of them, so that their order does not matter."""
    spans = _functions(source)
    chunks: list[list[tuple[str, int]]] = [[] for _ in range(len(spans) + 1)]
    at = 0
    for token, line in _tokens(source):
        while at < len(spans) and line > spans[at][1]:
            at += 1
        inside = at < len(spans) and line >= spans[at][0]
        chunks[at if inside else -1].append((token, line))
    return chunks


def _functions(source: str) -> list[tuple[int, int]]:
    """Lines of the outermost functions and of methods, in order; none where the text is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the student's escapes and comparisons
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return sorted(_spans(tree.body))


def _spans(body: Sequence[ast.stmt]) -> Iterator[tuple[int, int]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.end_lineno or node.lineno
        elif isinstance(node, ast.ClassDef):
            yield from _spans(node.body)


def _tokens(source: str) -> Iterator[tuple[str, int]]:
    """(kind or text, line): one word for all names, one for all literals; blanks, comments and docstrings left out.

    What is called on a library's objects can't be renamed, so attributes keep their names, but for ``self``'s.
    """
    skipped = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    fresh = True  # at the start of a statement, where a string is a docstring
    before = ("", "")
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in skipped:
                fresh = fresh or token.type in (tokenize.NEWLINE, tokenize.INDENT)
                continue
            if not (fresh and token.type == tokenize.STRING):
                yield _word(token, before), token.start[0]
            fresh, before = False, (before[1], token.string)
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return


def _word(token: tokenize.TokenInfo, before: tuple[str, str]) -> str:
    if token.type == tokenize.NAME:
        fixed = keyword.iskeyword(token.string) or (before[1] == "." and before[0] != "self")
        return token.string if fixed else "name"
    if token.type == tokenize.NUMBER:
        return "number"
    return "string" if token.type == tokenize.STRING else token.string


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
