"""A folder or an archive as one flat list of regular files, read strictly and within bounds.

Whatever is not a regular file with a plain name is refused with a sentence: links, devices, pipes, absolute names,
``..``, drive letters, control characters, two names that differ in case alone, archives within archives within
archives. Nothing is unpacked to disk and nothing is read before it is asked for.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from grader.batch.intake.model import Path

MAX_ENTRIES = 200_000  # a class of 1,000 with 200 files each
MAX_DEPTH = 12
MAX_NAME = 200
MAX_ARCHIVE_BYTES = 64 << 20  # of one student's own archive
_RESERVED = frozenset('\\/:*?"<>|')
_JOINERS = {0x200C: None, 0x200D: None}  # part of correct Persian names, and of emoji
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Entry:
    """A regular file. ``read`` gives at most so many bytes, and raises Unreadable."""

    path: Path
    size: int  # as declared
    read: Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that was found and is not used."""

    path: Path
    sentence: str


@dataclass(slots=True)
class Tree:
    entries: list[Entry] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


class Unreadable(Exception):
    """One clear sentence on why an entry or a whole archive can't be read."""


def grow(found: Iterable[Entry | Refused]) -> Tree:
    """A tree of what a reader found: bounded in number, with names that no two systems read differently."""
    tree = Tree()
    spellings: dict[str, Path] = {}
    for number, each in enumerate(found):
        if number >= MAX_ENTRIES:
            tree.refused.append(
                Refused((), f"There are more than {MAX_ENTRIES:,} entries; the rest was not looked at.")
            )
            break
        if isinstance(each, Refused):
            tree.refused.append(each)
            continue
        reason = bad_name(each.path)
        other = spellings.setdefault(_folded(each.path), each.path)
        if reason is None and other is not each.path:
            reason = f"has the same name as `{shown(other)}` (but for upper and lower case)"
        if reason is None:
            tree.entries.append(each)
        else:
            tree.refused.append(Refused(each.path, f"`{shown(each.path)}` {reason}: it was left out."))
    return tree


def bad_name(path: Path) -> str | None:
    """What is wrong with a name, or None."""
    if not path or any(part in ("", ".", "..") for part in path):
        return "has a name that leads out of its folder"
    if len(path) > MAX_DEPTH:
        return f"lies more than {MAX_DEPTH} folders deep"
    if any(len(part) > MAX_NAME for part in path):
        return f"has a name of more than {MAX_NAME} characters"
    if any(not part.translate(_JOINERS).isprintable() for part in path):  # marks of direction are not printable either
        return "has control characters in its name"
    if any(_RESERVED & set(part) for part in path):
        return "has a name that other systems can't keep"
    return None


def split_name(name: str) -> Path:
    """The parts of a name in an archive; an absolute one begins with an empty part, which is refused."""
    return tuple(name.replace("\\", "/").split("/"))


def below(entries: Iterable[Entry], folder: Path) -> Iterator[Entry]:
    """The entries in ``folder``, with paths relative to it."""
    depth = len(folder)
    for entry in entries:
        if entry.path[:depth] == folder and len(entry.path) > depth:
            yield Entry(entry.path[depth:], entry.size, entry.read)


def shown(path: Path) -> str:
    """A path, cut and without control characters."""
    text = "".join(c if c.isprintable() else "�" for c in "/".join(path))
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _folded(path: Path) -> str:
    return unicodedata.normalize("NFC", "/".join(path)).casefold()
