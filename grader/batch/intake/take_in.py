"""From a path to students' submissions: find the layout, read the files, tell what could not be used."""

from collections.abc import Iterator, Sequence
from pathlib import Path as DiskPath

from grader.batch.intake import layouts
from grader.batch.intake.archive import is_archive, walk_archive
from grader.batch.intake.folder import walk_folder
from grader.batch.intake.gradescope import gradescope
from grader.batch.intake.layouts import Layout, Pile
from grader.batch.intake.model import HandedIn, Intake, Problem
from grader.batch.intake.select import hand_of
from grader.batch.intake.tree import Tree, Unreadable, below, grow, plain
from grader.faults import UsageFault
from grader.language import noted, say

LAYOUTS = (
    Layout("Gradescope", gradescope),
    Layout("Moodle", layouts.moodle),
    Layout("Canvas", layouts.canvas),
    Layout(noted("a folder a student"), layouts.folders),
    Layout(noted("files by name"), layouts.flat),
)


def take_in(path: DiskPath, exercises: Sequence[str], pattern: str | None = None) -> Intake:
    """Everything that was handed in under ``path``, a folder or an archive, for exercises of these names.

    ``pattern`` names flat files where their names follow no known rule. Raises UsageFault where nothing can be used.
    """
    tree = _tree(path)
    for layout in _layouts(pattern, exercises):
        for root in _roots(tree):
            below_root = Tree(list(below(tree.entries, root)) if root else tree.entries)
            found = layout.sort(below_root, exercises)
            if found is not None and (found[0] or found[1]):
                return _begin(layout, found[0], found[1], tree, exercises)
    raise UsageFault(
        say(
            "No submissions were found in {path}. Give a folder a student, files named "
            "STUDENT_EXERCISE.py, or a download of Moodle, Canvas or Gradescope; or say with "
            '--pattern how the files are named, as in --pattern "{{student}}-{{exercise}}.py".',
            path=path,
        )
    )


def _layouts(pattern: str | None, exercises: Sequence[str]) -> tuple[Layout, ...]:
    if pattern is None:
        return LAYOUTS
    try:
        return (layouts.by_pattern(pattern, exercises),)
    except ValueError as error:
        raise UsageFault(
            say("--pattern {pattern!r}: {error}, as in {{student}}-{{exercise}}.py.", pattern=pattern, error=error)
        ) from None


def _tree(path: DiskPath) -> Tree:
    if not path.exists():
        raise UsageFault(say("There is nothing at {path}.", path=path))
    try:
        if path.is_dir():
            return grow(walk_folder(path))
        if path.is_file() and is_archive(path.name):
            return grow(walk_archive(path, path.name))
    except Unreadable as error:
        raise UsageFault(str(error)) from None
    raise UsageFault(say("{path} is neither a folder nor a zip or tar archive.", path=path))


def _roots(tree: Tree) -> list[tuple[str, ...]]:
    """Where the class may begin: at the top, or in the only folder there (archives often wrap everything in one)."""
    tops = {entry.path[0] for entry in tree.entries}
    wrapped = len(tops) == 1 and all(len(entry.path) > 1 for entry in tree.entries)
    deeper = {entry.path[1] for entry in tree.entries if len(entry.path) > 2}
    return [(next(iter(tops)),), ()] if wrapped and deeper else [()]


def _begin(
    layout: Layout, piles: Sequence[Pile], problems: Sequence[Problem], tree: Tree, exercises: Sequence[str]
) -> Intake:
    found = [*problems, *(Problem("", sentence) for sentence in tree.strays)]
    wanted = frozenset(f"{name}.py" for name in exercises)
    return Intake(say(layout.name), len(piles), found, _each(_told_apart(piles), wanted, found))


def _told_apart(piles: Sequence[Pile]) -> list[Pile]:
    """No two piles are the same attempt: ``ada`` and ``ada_late``, a folder and a zip of one name are two."""
    ordered = sorted(piles, key=lambda pile: bool(pile.late))
    taken: dict[tuple[str, str, str], set[int]] = {}
    for pile in ordered:
        pile.student = plain(pile.student).strip() or "�"
        attempts = taken.setdefault((pile.student, pile.identifier, pile.email), set())
        if pile.attempt in attempts:
            pile.attempt = max(attempts) + 1
        attempts.add(pile.attempt)
    return list(piles)


def _each(piles: Sequence[Pile], wanted: frozenset[str], problems: list[Problem]) -> Iterator[HandedIn]:
    """Reads one student's files at a time, so that a class of any size fits in memory."""
    for pile in piles:
        hand = hand_of(pile.entries, wanted)
        problems.extend(Problem(pile.student, sentence) for sentence in hand.sentences)
        if not hand.files and not hand.unread:
            problems.append(Problem(pile.student, say("No file was handed in.")))
        yield HandedIn(
            pile.student, hand.files, pile.identifier, pile.email, pile.attempt, pile.late, pile.received, hand.unread
        )
