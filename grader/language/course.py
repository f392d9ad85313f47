"""A course's own words: titles of checks, what checks tell, hints, in the language that is spoken.

A check is written in English and calls nothing for it: ``message=f"`t` has {n} rows"``. What comes of that at run time
is looked for among the templates of the exercise's catalogues, of which ``"`t` has {n} rows"`` is one, and told anew
with the same parts in the translation's places. What no template fits is told as it is.

An exercise has two catalogues, of what its checks say and of the hints of its wrong answers, which no student has:

    exercises/CHAPTER/NAME/checks.zh.po
    solutions/CHAPTER/NAME/wrong.zh.po
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import islice
from pathlib import Path
from string import Formatter

from grader.language.spacing import fill
from grader.language.speech import language, say

CHECKS, HINTS = "checks.{language}.po", "wrong.{language}.po"
_DEPTH = 3  # a part of a sentence may be a sentence itself
_WAYS = 24  # to take a sentence apart; its parts are taken apart in one
_SENTENCE = 400  # characters of a text that is worth it
_LONGEST = 4000  # characters of a text that a template is looked for


@dataclass(frozen=True, slots=True)
class Template:
    """A message with placeholders, as a pattern for what comes of it."""

    pieces: tuple[tuple[str, str | None], ...]  # its own characters, and the placeholder behind them
    pattern: re.Pattern[str]
    translation: str
    literal: int  # how many characters are the template's own: the more, the surer

    def ways(self, text: str, piece: int = 0, at: int = 0) -> Iterator[dict[str, str]]:
        """The ways to take ``text`` apart, first parts as short as they may be: a comma may belong to either side."""
        own, name = self.pieces[piece]
        at += len(own)
        if name is None or piece + 1 == len(self.pieces):
            yield {} if name is None else {name: text[at:]}
            return
        behind, last = self.pieces[piece + 1]
        end = len(text) - len(behind) if last is None else text.find(behind, at)
        while end >= at:
            for parts in self.ways(text, piece + 1, end):
                if parts.get(name, text[at:end]) == text[at:end]:
                    yield {name: text[at:end], **parts}
            end = -1 if last is None else text.find(behind, end + 1)


class Words:
    """The translations of an exercise."""

    def __init__(self, translations: Mapping[str, str]) -> None:
        self._plain: dict[str, str] = {}
        self._templates: list[Template] = []
        for message, translation in translations.items():
            parts = list(Formatter().parse(message))
            if any(name is not None for _, name, _, _ in parts):
                self._templates.append(_template(message, translation))
            else:
                self._plain["".join(text for text, *_ in parts)] = translation.format()
        self._templates.sort(key=lambda template: -template.literal)

    def tell(self, text: str, depth: int = _DEPTH) -> str:
        """The translation of a text; the text itself where there is none."""
        plain = self._plain.get(text)
        if plain is not None or depth == 0 or len(text) > _LONGEST:
            return plain or text
        for template in self._templates:
            found = template.pattern.fullmatch(text)
            if found is not None:
                others = islice(template.ways(text), _WAYS) if depth == _DEPTH and len(text) <= _SENTENCE else ()
                ways = (self._parts(way, depth) for way in (found.groupdict(), *others))
                return fill(template.translation, max(ways, key=_known)[1])
        return self._listed(text)

    def _parts(self, parts: Mapping[str, str], depth: int) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The parts of a sentence, and what they are told as."""
        return parts, {name: self.tell(part, depth - 1) for name, part in parts.items()}

    def _listed(self, text: str) -> str:
        """``a and b``, told if each of them is known; else the text itself."""
        parts = [self._plain.get(part, "") for part in text.split(" and ")]
        if not all(parts):
            return text
        return reduce(lambda first, last: say("{first} and {last}", first=first, last=last), parts)


def _known(way: tuple[Mapping[str, str], Mapping[str, str]]) -> int:
    """How many parts are told otherwise than they stand."""
    parts, told = way
    return sum(parts[name] != told[name] for name in parts)


def _template(message: str, translation: str) -> Template:
    pieces = tuple(_pieces(message))
    pattern, seen = "", set[str]()
    for text, name in pieces:
        pattern += re.escape(text)
        if name is not None:
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.*?)"
            seen.add(name)
    return Template(pieces, re.compile(pattern, re.DOTALL), translation, sum(len(text) for text, _ in pieces))


def _pieces(message: str) -> Iterator[tuple[str, str | None]]:
    """A message's own characters and the placeholder behind them, piece by piece; the last has none behind it."""
    own = ""
    for text, name, _, _ in Formatter().parse(message):
        own += text  # a doubled brace ends a piece of the parser's, but none of these
        if name is not None:
            yield own, name
            own = ""
    if own:
        yield own, None


_here: ContextVar[Words | None] = ContextVar("the words of this exercise", default=None)


def told(text: str) -> str:
    """A text of the course's in the language that is spoken, inside ``words_of``; else as it is."""
    words = _here.get()
    return words.tell(text) if words is not None else text


@contextmanager
def words_of(folder: Path, solutions: Path) -> Iterator[None]:
    """Inside, the words of the exercise in these two folders are known. Raises AuthorFault for a catalogue that can't
    be read.
    """
    token = _here.set(_words(folder, solutions, language()) if language() != "en" else None)
    try:
        yield
    finally:
        _here.reset(token)


def _words(folder: Path, solutions: Path, language: str) -> Words | None:
    files = (folder / CHECKS.format(language=language), solutions / HINTS.format(language=language))
    there = [(path, path.stat().st_mtime_ns) for path in files if path.is_file()]
    return _read(tuple(there)) if there else None


@lru_cache(maxsize=256)
def _read(files: tuple[tuple[Path, int], ...]) -> Words:
    from grader.language.catalogue import read  # Babel takes a while, and only a translation needs it

    return Words(dict(pair for path, _ in files for pair in _pairs(read(path))))


def _pairs(catalogue: Iterable[object]) -> Iterator[tuple[str, str]]:
    for message in catalogue:
        id, string = getattr(message, "id", ""), getattr(message, "string", "")
        if isinstance(id, str) and isinstance(string, str) and id and string and not getattr(message, "fuzzy", False):
            yield id, string
