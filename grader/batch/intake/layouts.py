"""The layouts that platforms pack submissions in, recognised by their names. Each module's facts: docs/batch.md.

A layout maps a tree to students' own trees; what is inside those is read later, in one way for all.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from grader.batch.intake.archive import is_archive
from grader.batch.intake.model import Path, Problem
from grader.batch.intake.tree import Entry, Tree, below, shown


@dataclass(slots=True)
class Pile:
    """The entries of one attempt of one student, before they are read."""

    student: str
    entries: list[Entry] = field(default_factory=list)
    identifier: str = ""
    email: str = ""
    attempt: int = 1
    late: bool | None = None
    received: datetime | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """``sort`` gives the piles and what belongs to nobody; None where the tree is not of this layout."""

    name: str
    sort: Callable[[Tree, Sequence[str]], tuple[list[Pile], list[Problem]] | None]


_MOODLE = re.compile(r"^(?P<student>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)(?:_(?P<rest>.*))?$")
_CANVAS = re.compile(r"^(?P<student>[^_/]+)_(?P<late>LATE_)?(?P<id>\d+)_(?P<submission>\d+)_(?P<file>.+)$")
_CANVAS_AGAIN = re.compile(r"-\d{1,3}(?=\.[A-Za-z0-9]+$)")
_LATE = re.compile(r"(?:[ _.\-]+[(\[]?late[)\]]?|[(\[]late[)\]])$|^late[_\- ]+", re.IGNORECASE)
_ATTEMPT = re.compile(r"^(?:attempt|try|submission|version|v)[ _\-]?0*(\d{1,4})$", re.IGNORECASE)


def moodle(tree: Tree, exercises: Sequence[str]) -> tuple[list[Pile], list[Problem]] | None:
    """Folders ``Full name_123456_assignsubmission_file_``, or files of the same name with their own name after it."""
    piles: dict[str, Pile] = {}
    strays = []
    for entry in tree.entries:
        match = _MOODLE.match(entry.path[0])
        if match is None:
            strays.append(entry)
            continue
        pile = piles.setdefault(match["id"], Pile(match["student"], identifier=match["id"]))
        inner = entry.path[1:] or (match["rest"] or "",)
        pile.entries.append(Entry(inner, entry.size, entry.read))
    return (list(piles.values()), _stray(strays)) if piles and len(strays) <= len(tree.entries) / 2 else None


def canvas(tree: Tree, exercises: Sequence[str]) -> tuple[list[Pile], list[Problem]] | None:
    """Files ``lastfirst_[LATE_]userid_submissionid_name``; Canvas adds -1, -2 … to a name that was handed in again."""
    piles: dict[str, Pile] = {}
    strays = []
    for entry in tree.entries:
        match = _CANVAS.match(entry.path[-1]) if len(entry.path) == 1 else None
        if match is None:
            strays.append(entry)
            continue
        pile = piles.setdefault(match["id"], Pile(match["student"], identifier=match["id"], late=False))
        pile.late = bool(pile.late or match["late"])
        pile.entries.append(Entry((_without_again(match["file"], exercises),), entry.size, entry.read))
    return (list(piles.values()), _stray(strays)) if piles and len(strays) <= len(tree.entries) / 2 else None


def _without_again(name: str, exercises: Sequence[str]) -> str:
    plain = _CANVAS_AGAIN.sub("", name)
    return plain if plain.rpartition(".")[0] in exercises or is_archive(plain) else name


def folders(tree: Tree, exercises: Sequence[str]) -> tuple[list[Pile], list[Problem]] | None:
    """A folder (or an archive) a student; in it files, or a folder an attempt. ``late`` may be part of the name."""
    own = [entry for entry in tree.entries if len(entry.path) > 1 or is_archive(entry.path[0])]
    names = {entry.path[0] for entry in own}
    if not names or _looks_like_one_student(tree, names, exercises):
        return None
    piles = [pile for name in sorted(names) for pile in _attempts(name, list(_inside(tree, name)))]
    return piles, _stray([entry for entry in tree.entries if len(entry.path) == 1 and not is_archive(entry.path[0])])


def _inside(tree: Tree, name: str) -> Iterator[Entry]:
    if is_archive(name):
        return (entry for entry in tree.entries if entry.path == (name,))
    return below(tree.entries, (name,))


def _looks_like_one_student(tree: Tree, names: Iterable[str], exercises: Sequence[str]) -> bool:
    """A workspace (a folder a chapter) rather than a class."""
    if set(names) <= set(exercises):
        return True
    inner = {entry.path[1] for entry in tree.entries if len(entry.path) == 2}
    chapters = all(re.match(r"ch\d+", name) for name in names)
    return chapters and bool({f"{name}.py" for name in exercises} & inner)


def _attempts(name: str, entries: list[Entry]) -> list[Pile]:
    plain = name.rpartition(".")[0] if is_archive(name) else name
    student, late = _without_late(plain.removesuffix(".tar"))
    numbers = {entry.path[0]: _ATTEMPT.match(entry.path[0]) for entry in entries if len(entry.path) > 1}
    if not numbers or not all(numbers.values()) or any(len(entry.path) == 1 for entry in entries):
        return [Pile(student, entries, late=late)]
    ordered = sorted((int(match[1]), folder) for folder, match in numbers.items() if match)
    return [Pile(student, list(below(entries, (folder,))), attempt=n, late=late) for n, folder in ordered]


def _without_late(name: str) -> tuple[str, bool | None]:
    plain = _LATE.sub("", name).strip(" _-.")
    return (plain, True) if plain and plain != name else (name, None)


def flat(tree: Tree, exercises: Sequence[str]) -> tuple[list[Pile], list[Problem]] | None:
    """Files whose names hold the student's and the exercise's: ``ada_linreg_numpy.py``, ``linreg_numpy-ada.py``."""
    piles: dict[str, Pile] = {}
    strays = []
    for entry in tree.entries:
        found = _student_in(entry.path[0], exercises) if len(entry.path) == 1 else None
        if found is None:
            strays.append(entry)
            continue
        student, exercise = found
        name, late = _without_late(student)
        pile = piles.setdefault(name, Pile(name))
        pile.late = pile.late or late
        pile.entries.append(Entry((f"{exercise}.py",), entry.size, entry.read))
    return (list(piles.values()), _stray(strays)) if piles else None


def _student_in(name: str, exercises: Sequence[str]) -> tuple[str, str] | None:
    """(student, exercise) of a file name, the longest exercise's name first."""
    stem, _, suffix = name.rpartition(".")
    if suffix != "py":
        return None
    for exercise in sorted(exercises, key=len, reverse=True):
        for pattern in (rf"^(.+)[_\-. ]+{exercise}$", rf"^{exercise}[_\-. ]+(.+)$"):
            if match := re.match(pattern, stem):
                return match[1].strip(" _-."), exercise
    return None


def by_pattern(pattern: str) -> Layout:
    """Flat files by a pattern of the instructor's, such as ``{exercise}__{student}.py`` or ``{student}.py``.

    Raises ValueError where the pattern names no student.
    """
    if "{student}" not in pattern:
        raise ValueError("a name pattern needs {student}")
    text = re.escape(pattern)
    for key, value in (("student", ".+?"), ("exercise", ".+?"), ("attempt", r"\d+")):
        text = text.replace(re.escape(f"{{{key}}}"), f"(?P<{key}>{value})", 1)
    expression = re.compile(rf"^{text}$")

    def sort(tree: Tree, exercises: Sequence[str]) -> tuple[list[Pile], list[Problem]] | None:
        piles: dict[tuple[str, int], Pile] = {}
        strays = []
        for entry in tree.entries:
            match = expression.match("/".join(entry.path))
            if match is None:
                strays.append(entry)
                continue
            parts = match.groupdict()
            student, attempt = parts["student"], int(parts.get("attempt") or 1)
            pile = piles.setdefault((student, attempt), Pile(student, attempt=attempt))
            exercise = parts.get("exercise")
            path: Path = (f"{exercise}.py",) if exercise else (entry.path[-1],)
            pile.entries.append(Entry(path, entry.size, entry.read))
        return list(piles.values()), _stray(strays)

    return Layout(f"files named {pattern}", sort)


def _stray(entries: Sequence[Entry]) -> list[Problem]:
    """Python files and archives that belong to no student; other files are of no interest."""
    kept = [entry for entry in entries if entry.path[-1].endswith((".py", ".ipynb")) or is_archive(entry.path[-1])]
    return [
        Problem("", f"`{shown(entry.path)}` belongs to no student that can be told from its name.") for entry in kept
    ]
