"""The layouts that platforms pack submissions in, recognised by their names. Each module's facts: docs/batch.md.

A layout maps a tree to students' own trees; what is inside those is read later, in one way for all.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from grader.batch.intake.archive import SUFFIXES, is_archive
from grader.batch.intake.model import Problem
from grader.batch.intake.tree import Entry, Tree, by_top, shown
from grader.language import say
from grader.notebook import is_notebook


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
    sort: "Callable[[Tree, Sequence[str]], Sorted]"


_MOODLE = re.compile(r"^(?P<student>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)(?:_(?P<rest>.*))?$")
_CANVAS = re.compile(r"^(?P<student>[^_/]+)_(?P<late>LATE_)?(?P<id>\d+)_(?P<submission>\d+)_(?P<file>.+)$")
_CANVAS_AGAIN = re.compile(r"-(\d{1,3})(?=\.[A-Za-z0-9]+$)")
_LATE = re.compile(r"[ _.\-]*[(\[]late[)\]]$|[_.\-]late$|^late[_\-]", re.IGNORECASE)
_CHAPTER_BEHIND = re.compile(r"^(?P<student>.+?)[_\-. ]+(?P<chapter>ch\d{1,2}(?:_[a-z_]+)?)$")  # ada_ch3.ipynb
_CHAPTER_BEFORE = re.compile(r"^(?P<chapter>ch\d{1,2}(?:_[a-z_]+)?)[\-. ]+(?P<student>.+)$")
_AGAIN = re.compile(  # ada_ch3_v2, ada_ch3_attempt2; a browser's "ada_ch3 (1)" is the second
    r"[ _\-.](?:attempt|try|submission|version|v)[ _\-]?0*(?P<attempt>\d{1,4})$|[ _\-.]*\((?P<copy>\d{1,3})\)$",
    re.IGNORECASE,
)
_ATTEMPT = re.compile(r"^(?:attempt|try|submission|version|v)[ _\-]?0*(\d{1,4})$", re.IGNORECASE)

Sorted = tuple[list[Pile], list[Problem]] | None


def moodle(tree: Tree, exercises: Sequence[str]) -> Sorted:
    """Folders ``Full name_123456_assignsubmission_file_``, or files of the same name with their own name after it."""
    piles: dict[str, Pile] = {}
    strays = []
    for entry in tree.entries:
        match = _MOODLE.match(entry.path[0])
        if match is None:
            strays.append(entry)
            continue
        pile = piles.setdefault(match["id"], Pile(match["student"], identifier=match["id"]))
        pile.entries.append(entry.at(entry.path[1:] or (match["rest"] or "",)))
    return (list(piles.values()), _stray(strays)) if piles and len(strays) <= len(tree.entries) / 2 else None


def canvas(tree: Tree, exercises: Sequence[str]) -> Sorted:
    """Files ``lastfirst_[LATE_]userid_submissionid_name``; Canvas adds -1, -2 … to a name that was handed in again."""
    piles: dict[str, Pile] = {}
    newest: dict[tuple[str, str], tuple[int, Entry]] = {}
    strays = []
    for entry in tree.entries:
        match = _CANVAS.match(entry.path[-1]) if len(entry.path) == 1 else None
        if match is None:
            strays.append(entry)
            continue
        pile = piles.setdefault(match["id"], Pile(match["student"], identifier=match["id"], late=False))
        pile.late = bool(pile.late or match["late"])
        name, again = _without_again(match["file"], exercises)
        if again >= newest.get((match["id"], name), (0, entry))[0]:
            newest[match["id"], name] = again, entry.at((name,))
    for (student, _), (_, entry) in newest.items():
        piles[student].entries.append(entry)
    return (list(piles.values()), _stray(strays)) if piles and len(strays) <= len(tree.entries) / 2 else None


def _without_again(name: str, exercises: Sequence[str]) -> tuple[str, int]:
    """(the name as it was handed in, how many times before)."""
    match = _CANVAS_AGAIN.search(name)
    plain = _CANVAS_AGAIN.sub("", name)
    if match and (plain.rpartition(".")[0] in exercises or is_archive(plain) or is_notebook(plain)):
        return plain, int(match[1])
    return name, 0


def folders(tree: Tree, exercises: Sequence[str]) -> Sorted:
    """A folder (or an archive) a student; in it files, or a folder an attempt. ``late`` may be part of the name."""
    tops = by_top(tree.entries)
    own = {
        name: entries
        for name, entries in tops.items()
        if is_archive(name) or any(len(each.path) > 1 for each in entries)
    }
    if not own or _looks_like_one_student(tree, own, exercises):
        return None
    piles = [pile for name in sorted(own) for pile in _attempts(name, own[name])]
    return piles, _stray([entry for name, entries in tops.items() if name not in own for entry in entries])


def _looks_like_one_student(tree: Tree, names: Iterable[str], exercises: Sequence[str]) -> bool:
    """A workspace (a folder a chapter) rather than a class."""
    if set(names) <= set(exercises):
        return True
    inner = {entry.path[1] for entry in tree.entries if len(entry.path) == 2}
    chapters = all(re.match(r"ch\d+", name) for name in names)
    return chapters and any(f"{name}.py" in inner or f"{name}.ipynb" in inner for name in exercises)


def _attempts(name: str, found: list[Entry]) -> list[Pile]:
    packed = all(len(entry.path) == 1 for entry in found)
    plain = next((name[: -len(end)] for end in SUFFIXES if packed and name.lower().endswith(end)), name)
    student, late = _without_late(plain)
    if packed:
        return [Pile(student, found, late=late)]
    entries = [entry.at(entry.path[1:]) for entry in found if len(entry.path) > 1]
    folders = by_top(entries)
    numbers = {folder: _ATTEMPT.match(folder) for folder in folders}
    if not all(numbers.values()) or any(len(entry.path) == 1 for entry in entries):
        return [Pile(student, entries, late=late)]
    ordered = sorted((int(match[1]), folder) for folder, match in numbers.items() if match)
    return [
        Pile(student, [entry.at(entry.path[1:]) for entry in folders[folder]], attempt=number, late=late)
        for number, folder in ordered
    ]


def _without_late(name: str) -> tuple[str, bool | None]:
    """Not a blank before or after ``late`` alone: that would be somebody's name."""
    plain = _LATE.sub("", name).strip(" _-.")
    return (plain, True) if plain and plain != name.strip(" _-.") else (name, None)


def flat(tree: Tree, exercises: Sequence[str]) -> Sorted:
    """Files whose names hold the student's and the exercise's: ``ada_linreg_numpy.py``, ``linreg_numpy-ada_late.py``,
    ``ada_ch3_v2.ipynb``.
    """
    piles: dict[tuple[str, int], Pile] = {}
    strays = []
    for entry in tree.entries:
        found = _named(entry.path[0], exercises) if len(entry.path) == 1 else None
        if found is None:
            strays.append(entry)
            continue
        pile = piles.setdefault((found.student, found.attempt), Pile(found.student, attempt=found.attempt))
        pile.late = pile.late or found.late
        pile.entries.append(entry.at((found.file,)))
    return (list(piles.values()), _stray(strays)) if piles else None


@dataclass(frozen=True, slots=True)
class _Name:
    """What the name of a file says."""

    student: str
    file: str  # its own name
    attempt: int
    late: bool | None


def _named(name: str, exercises: Sequence[str]) -> _Name | None:
    stem, _, suffix = name.rpartition(".")
    if suffix not in ("py", "ipynb"):
        return None
    found, attempt, late = _exercise_in(stem, exercises), None, None
    if found is None:
        bare, attempt, late = _without_marks(stem)
        found = _exercise_in(bare, exercises) or (_chapter_in(bare) if suffix == "ipynb" else None)
    if found is None:
        return None
    student, own_attempt, own_late = _without_marks(found[0])
    return _Name(student, f"{found[1]}.{suffix}", attempt or own_attempt or 1, late or own_late)


def _without_marks(name: str) -> tuple[str, int | None, bool | None]:
    """(the name, attempt, late) without the marks for these at its end."""
    plain, late = _without_late(name)
    again = _AGAIN.search(plain)
    if again is None:
        return plain, None, late
    plain, late_too = _without_late(plain[: again.start()])
    return plain, int(again["attempt"]) if again["attempt"] else int(again["copy"]) + 1, late or late_too


def _exercise_in(stem: str, exercises: Sequence[str]) -> tuple[str, str] | None:
    """(student, exercise) of a file's name, the longest exercise's name first."""
    for exercise in sorted(exercises, key=len, reverse=True):
        for pattern in (rf"^(.+)[_\-. ]+{exercise}$", rf"^{exercise}[_\-. ]+(.+)$"):
            if match := re.match(pattern, stem):
                return match[1].strip(" _-."), exercise
    return None


def _chapter_in(stem: str) -> tuple[str, str] | None:
    match = _CHAPTER_BEHIND.match(stem) or _CHAPTER_BEFORE.match(stem)
    return (match["student"].strip(" _-."), match["chapter"]) if match else None


def by_pattern(pattern: str, exercises: Sequence[str]) -> Layout:
    """Flat files by a pattern of the instructor's: ``{exercise}__{student}.py``; ``{student}.py`` for one exercise.

    Raises ValueError where the pattern does not tell whose a file is, or for what.
    """
    if "{student}" not in pattern:
        raise ValueError("a name pattern needs {student}")
    if "{exercise}" not in pattern and len(exercises) > 1 and not is_notebook(pattern):
        raise ValueError("with more than one exercise a name pattern needs {exercise} too")
    text = re.escape(pattern)
    for key, value in (("student", ".+?"), ("exercise", ".+?"), ("attempt", "[0-9]{1,4}")):
        text = text.replace(re.escape(f"{{{key}}}"), f"(?P<{key}>{value})", 1)
    expression = re.compile(rf"^{text}$")

    def sort(tree: Tree, exercises: Sequence[str]) -> Sorted:
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
            suffix = "ipynb" if is_notebook(entry.path[-1]) else "py"
            exercise = parts.get("exercise") or (exercises[0] if suffix == "py" else "notebook")
            pile.entries.append(entry.at((f"{exercise}.{suffix}",)))
        return list(piles.values()), _stray(strays)

    return Layout(say("files named {pattern}", pattern=pattern), sort)


def _stray(entries: Sequence[Entry]) -> list[Problem]:
    """What was refused, Python files and archives that belong to no student; other files are of no interest."""
    found = []
    for entry in entries:
        if entry.refusal is not None:
            found.append(Problem("", str(entry.refusal)))
        elif entry.path[-1].endswith((".py", ".ipynb")) or is_archive(entry.path[-1]):
            sentence = say("`{path}` belongs to no student that can be told from its name.", path=shown(entry.path))
            found.append(Problem("", sentence))
    return found
