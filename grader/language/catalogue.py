"""Catalogues: .po files, kept in step with what is said, and the .mo that gettext reads. Needs Babel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from grader.faults import AuthorFault
from grader.language import say

Source = tuple[Path, str]  # a file, and the extractor of ``grader.language.extract`` for it

_WIDTH = 120
# What an editor needs to know, and nothing that changes with the day or Babel's version.
_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


@dataclass(frozen=True, slots=True)
class Update:
    """What became of a catalogue: how many messages it has, how many of them lack a translation."""

    path: Path
    messages: int
    missing: int


def update(path: Path, sources: Iterable[Source], root: Path, language: str = "zh") -> Update:
    """Bring a catalogue in step with its sources: new messages come in, stale ones go, translations stay.

    What is new but close to a stale message gets its translation, marked as fuzzy: not told until someone has looked.
    """
    fresh = collected(sources, root, language)
    if path.is_file():
        known = read(path)
        known.update(fresh, update_creation_date=False)
        fresh = known
    content = written(fresh)
    if len(fresh) and (not path.is_file() or path.read_bytes() != content):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return Update(path, len(fresh), sum(not _is_done(message) for message in fresh if message.id))


def collected(sources: Iterable[Source], root: Path, language: str = "zh") -> Catalog:
    """The messages of the sources, in their order, without translations."""
    catalogue = Catalog(locale=language, fuzzy=False)
    for file, extractor in sources:
        with file.open("rb") as content:
            for _, message, comments, context in extract(f"grader.language.extract:{extractor}", content):
                place = file.relative_to(root).as_posix()
                catalogue.add(message, locations=[(place, 1)], auto_comments=comments, context=context, flags=())
    return catalogue


def read(path: Path) -> Catalog:
    """A catalogue as it is kept. Raises AuthorFault where it can't be read."""
    try:
        with path.open("rb") as content:
            return read_po(content, abort_invalid=True)
    except (OSError, ValueError, PoFileError) as error:
        raise AuthorFault(say("{path} can't be read: {error}.", path=path, error=error)) from error


def written(catalogue: Catalog) -> bytes:
    """A catalogue as text, without the numbers of lines, which change with every edit."""
    content = BytesIO()
    write_po(content, catalogue, width=_WIDTH, include_lineno=False, ignore_obsolete=True, omit_header=True)
    header = _HEADER.format(language=catalogue.locale_identifier, plural=catalogue.plural_forms)
    return header.encode() + content.getvalue()


def compiled(path: Path) -> bytes:
    """The .mo of a catalogue."""
    catalogue = read(path)
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # the same bytes every day
    content = BytesIO()
    write_mo(content, catalogue)
    return content.getvalue()


def own_sources(package: Path) -> Sequence[Source]:
    """Every module and every template of ``grader``."""
    modules = sorted(path for path in package.rglob("*.py") if "bundled" not in path.parts)
    templates = sorted(path for path in package.rglob("*.j2") if path.parent.name == "templates" and _is_page(path))
    return [*((path, "extract_own") for path in modules), *((path, "extract_template") for path in templates)]


def _is_page(path: Path) -> bool:
    return path.name.endswith(".html.j2")


def _is_done(message: Message) -> bool:
    return not message.fuzzy and all(_strings(message.string))


def _strings(string: Any) -> tuple[str, ...]:
    return string if isinstance(string, tuple) else (string or "",)
