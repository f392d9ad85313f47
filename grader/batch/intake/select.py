"""Which of a student's files are read: those of the exercises, also from one archive deep."""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from grader.batch.intake.archive import OWN, is_archive, refused_archive, walk_archive
from grader.batch.intake.model import Path
from grader.batch.intake.tree import MAX_OWN_ENTRIES, Entry, Unreadable, bad_name, grow, left_out, shown
from grader.language import say
from grader.notebook import MAX_NOTEBOOK_BYTES, is_notebook
from grader.submission import MAX_FILE_BYTES, Notice
from grader.verdict import Cause

MAX_ARCHIVE_BYTES = 64 << 20  # of one student's own archive
MAX_BYTES = 64 << 20  # that are kept of what one student handed in
MAX_ARCHIVES = 20


@dataclass(slots=True)
class Hand:
    """What one student handed in, as far as it is of interest: content for the exercises' files, names for others."""

    wanted: Collection[str]  # file names
    files: dict[Path, bytes] = field(default_factory=dict)
    unread: dict[Path, Notice] = field(default_factory=dict)
    _spellings: dict[str, Path] = field(default_factory=dict)
    _bytes: int = 0
    _archives: int = 0

    @property
    def sentences(self) -> list[str]:
        return list(dict.fromkeys(notice.sentence for notice in self.unread.values()))

    def take(self, entry: Entry) -> None:
        """Read an entry if it may matter; what can't be read is told."""
        try:
            if is_archive(entry.path[-1]):
                self._open(entry)
            else:
                self._take(entry)
        except Unreadable as error:
            self._tell(entry.path, str(error), ours=error.ours)

    def _open(self, archive: Entry) -> None:
        self._archives += 1
        if archive.refusal is not None:
            raise archive.refusal
        if archive.size > MAX_ARCHIVE_BYTES:
            archive = refused_archive(archive.path, say("is larger than {size} MiB", size=MAX_ARCHIVE_BYTES >> 20))
        elif self._archives > MAX_ARCHIVES:
            archive = refused_archive(archive.path, say("is one of more than {number} archives", number=MAX_ARCHIVES))
        content = archive.read(MAX_ARCHIVE_BYTES + 1)
        tree = grow(walk_archive(content, archive.path[-1], OWN), MAX_OWN_ENTRIES)
        for sentence in tree.strays:
            self._tell((*archive.path, sentence), sentence)
        for inner in tree.entries:
            entry = inner.at((*archive.path[:-1], *inner.path))
            if is_archive(entry.path[-1]):
                entry = refused_archive(entry.path, say("is an archive within an archive"))
            elif (reason := bad_name(entry.path)) is not None:
                entry = left_out(entry.path, reason)
            try:
                self._take(entry)
            except Unreadable as error:
                self._tell(entry.path, str(error), ours=error.ours)

    def _take(self, entry: Entry) -> None:
        if entry.refusal is not None:
            raise entry.refusal
        content = b""
        if is_notebook(entry.path[-1]):  # whatever its name: its cells say what they are for
            content = entry.read(MAX_NOTEBOOK_BYTES + 1)
        elif entry.path[-1] in self.wanted:
            content = entry.read(MAX_FILE_BYTES + 1)
        other = self._spellings.setdefault(_folded(entry.path), entry.path)
        if entry.path in self.files:
            raise Unreadable(say("`{path}` was handed in twice: the first one counts.", path=shown(entry.path)))
        if other != entry.path:
            raise Unreadable(
                say(
                    "`{path}` has the same name as `{other}`, but for its case.",
                    path=shown(entry.path),
                    other=shown(other),
                )
            )
        self._bytes += len(content)
        if self._bytes > MAX_BYTES:
            raise Unreadable(
                say("More than {size} MiB were handed in: the rest was not looked at.", size=MAX_BYTES >> 20)
            )
        self.files[entry.path] = content

    def _tell(self, path: Path, sentence: str, *, ours: bool = False) -> None:
        self.unread.setdefault(path, Notice(Cause.INFRASTRUCTURE if ours else Cause.IMPORT_ERROR, sentence))


def hand_of(entries: Iterable[Entry], wanted: Collection[str]) -> Hand:
    """A student's files with their content. An archive among them is looked into, but not archives in that."""
    hand = Hand(wanted)
    for entry in sorted(entries, key=lambda each: is_archive(each.path[-1])):  # what lies open goes before
        hand.take(entry)
    return hand


def _folded(path: Path) -> str:
    return unicodedata.normalize("NFC", "/".join(path)).casefold()
