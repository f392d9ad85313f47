"""``grade start``: put down stubs and statements."""

from pathlib import Path

import click

from grader.cli.options import course_option
from grader.language import say, say_count


@click.command("start", short_help="Put down a chapter's stubs and statements to work on.")
@click.argument("targets", nargs=-1, required=True, metavar="CHAPTER...")
@course_option
def command(targets: tuple[str, ...], course: Path | None) -> None:
    """Put down a chapter's stubs and statements to work on.

    Makes a folder for the chapter, with a Python file for each exercise beside its statement. What is there already is
    never touched: start again to get back a file that you deleted or an exercise that is new.

    A CHAPTER is ch3, 3 or ch03_by_hand; an exercise (3.2, linreg_numpy) is put down alone.
    """
    from grader.cli.places import find_place
    from grader.course import resolve_targets
    from grader.course.discovery import bundled_root
    from grader.course.workspace import make_workspace

    place = find_place(course)
    exercises = resolve_targets(place.course, targets)
    remembered = None if place.course.root == bundled_root().resolve() else place.course.root
    workspace = place.workspace or make_workspace(Path.cwd(), remembered)
    placed = workspace.start(exercises, place.course)
    for chapter in dict.fromkeys(exercise.chapter for exercise in exercises):
        here = workspace.folder(chapter)
        click.echo(_what_was_done(here, [file.new for file in placed if here in file.path.parents]))
    first = workspace.file(exercises[0])
    click.echo(
        say(
            "Read {statement}, write in {file}, then: grade {target}",
            statement=_from_here(first.with_suffix(".md")),
            file=_from_here(first),
            target=targets[0],
        )
    )


def _what_was_done(folder: Path, new: list[bool]) -> str:
    added, kept = new.count(True), new.count(False)
    if not added:
        return say("{folder}/: everything is there already, nothing was changed.", folder=_from_here(folder))
    facts = {"folder": _from_here(folder), "files": _files(added)}
    if kept:
        return say("{folder}/: {files} put down; {kept} already there and left alone.", **facts, kept=_files(kept))
    return say("{folder}/: {files} put down.", **facts)


def _files(count: int) -> str:
    return say_count("{count} file", "{count} files", count)


def _from_here(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
