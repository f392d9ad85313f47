"""A folder or an archive as one flat list of files, read strictly and within bounds.

Whatever is not a regular file with a plain name is refused with a sentence: links, devices, pipes, absolute names,
``..``, drive letters, control characters. Nothing is unpacked into the file system and nothing is read before it is
asked for.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from grader.batch.intake.model import Path
from grader.language import say

MAX_ENTRIES = 1_000_000  # in what was handed in by all
MAX_OWN_ENTRIES = 10_000  # in one student's folder
MAX_DEPTH = 12
MAX_NAME = 200
_DRIVE = re.compile(r"[A-Za-z]:")
_JOINERS = {0x200C: None, 0x200D: None}  # part of correct Persian names, and of emoji
_SHOWN = 80
REST = "…"  # stands for all that was not looked at


class Unreadable(Exception):
    """One clear sentence on why something can't be read. ``ours``: it is not the student's fault."""

    def __init__(self, sentence: str, *, ours: bool = False) -> None:
        super().__init__(sentence)
        self.ours = ours


@dataclass(frozen=True, slots=True)
class Entry:
    """A regular file, or something that was refused. ``read`` gives at most so many bytes, and raises Unreadable."""

    path: Path
    size: int  # as declared
    read: Callable[[int], bytes]
    refusal: Unreadable | None = None

    def at(self, path: Path) -> "Entry":
        return replace(self, path=path)


def refused(path: Path, sentence: str, *, ours: bool = False) -> Entry:
    """An entry that can't be read: it stays in its place, so that its student learns of it."""

    refusal = Unreadable(sentence, ours=ours)

    def read(most: int) -> bytes:
        raise refusal

    return Entry(path, 0, read, refusal)


def left_out(path: Path, reason: str) -> Entry:
    return refused(path, say("`{path}` {reason}: it was left out.", path=shown(path), reason=reason))


@dataclass(slots=True)
class Tree:
    """``entries`` by their names, and a sentence for each whose name leads nowhere."""

    entries: list[Entry] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)


def grow(found: Iterable[Entry], most: int = MAX_ENTRIES, own: int = MAX_OWN_ENTRIES) -> Tree:
    """A tree of what a reader found. Raises Unreadable where there are more than ``most`` entries.

    One student's folder holds at most ``own``; the rest of it is left out, so that it costs nobody else anything.
    """
    tree = Tree()
    tops, pairs = Counter[Path](), Counter[Path]()
    for number, entry in enumerate(found):
        if number >= most:
            raise Unreadable(say("There are more than {most:,} files.", most=most))
        if leads_out(entry.path):
            tree.strays.append(
                say("`{path}` has a name that leads out of its folder: it was left out.", path=shown(entry.path))
            )
            continue
        top, pair = entry.path[:1], entry.path[:2]
        tops[top] += 1
        pairs[pair] += 1
        # All may lie in one folder: then that is the class's, and the next ones are the students'.
        if pairs[pair] > own or (tops[top] > own and len(tops) > 1):
            whose = pair if pairs[pair] > own else top
            if (pairs if whose is pair else tops)[whose] == own + 1:
                sentence = say(
                    "There are more than {own:,} files in `{whose}`: the rest was not looked at.",
                    own=own,
                    whose=shown(whose),
                )
                tree.entries.append(refused((*whose, REST), sentence))
            continue
        reason = bad_name(entry.path)
        tree.entries.append(entry if reason is None else left_out(entry.path, reason))
    return tree


def leads_out(path: Path) -> bool:
    return not path or any(part in ("", ".", "..") or _DRIVE.match(part) for part in path)


def bad_name(path: Path) -> str | None:
    """What is wrong with a name that stays in its folder, or None."""
    if len(path) > MAX_DEPTH:
        return say("lies more than {depth} folders deep", depth=MAX_DEPTH)
    if any(len(part) > MAX_NAME for part in path):
        return say("has a name of more than {length} characters", length=MAX_NAME)
    if any(plain(part) != part for part in path):
        return say("has control characters in its name")
    if any("\\" in part for part in path):
        return say("has a backslash in its name")
    return None


def plain(name: str) -> str:
    """A name without control characters and marks of direction, which are not printable either."""
    return "".join(c if c.isprintable() or ord(c) in _JOINERS else "�" for c in name)


def split_name(name: str) -> Path:
    """The parts of a name in an archive; an absolute one begins with an empty part, which leads out."""
    return tuple(name.replace("\\", "/").removeprefix("./").split("/"))


def below(entries: Iterable[Entry], folder: Path) -> Iterator[Entry]:
    """The entries in ``folder``, with paths relative to it."""
    depth = len(folder)
    for entry in entries:
        if entry.path[:depth] == folder and len(entry.path) > depth:
            yield entry.at(entry.path[depth:])


def by_top(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The entries by the first part of their path, in one pass."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.path[0], []).append(entry)
    return found


def shown(path: Path) -> str:
    """A path, cut and without control characters."""
    text = plain("/".join(path))
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
