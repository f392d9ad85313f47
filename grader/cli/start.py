"""``grade start``: put down stubs and statements."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import course_option
from grader.language import language, say, say_count

if TYPE_CHECKING:
    from grader.course import Course, Exercise, Workspace
    from grader.course.workspace import Placed


@click.command("start", short_help="Put down a chapter's stubs and statements to work on.")
@click.argument("targets", nargs=-1, required=True, metavar="CHAPTER...")
@click.option("--notebook", is_flag=True, help="Put down one Jupyter notebook in place of the files.")
@course_option
def command(targets: tuple[str, ...], notebook: bool, course: Path | None) -> None:
    """Put down a chapter's stubs and statements to work on.

    Makes a folder for the chapter, with a Python file for each exercise beside its statement. What is there already is
    never touched: start again to get back a file that you deleted or an exercise that is new.

    With --notebook it is one notebook for the chapter, with the statements and a cell for each exercise; `grade`
    reads the cells that begin with `# grade: EXERCISE`.

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
    if notebook:
        _tell_notebooks(_start_notebooks(workspace, exercises, place.course), targets[0])
        return
    placed = workspace.start(exercises, place.course)
    for chapter in dict.fromkeys(exercise.chapter for exercise in exercises):
        here = workspace.folder(chapter)
        click.echo(_what_was_done(here, [file.new for file in placed if here in file.path.parents]))
    first = workspace.file(exercises[0])
    click.echo(
        say(
            "Read {statement}, write in {file}, then: grade {target}",
            statement=_from_here(_statement(first)),
            file=_from_here(first),
            target=targets[0],
        )
    )


def _start_notebooks(workspace: "Workspace", exercises: "Sequence[Exercise]", course: "Course") -> "list[Placed]":
    """A notebook a chapter; for a part of a chapter, one an exercise."""
    from grader.notebook.make import make_notebook

    placed = []
    for chapter in course.chapters:
        own = [exercise for exercise in exercises if exercise.chapter == chapter.id]
        folder = workspace.folder(chapter.id)
        if own and len(own) == len(chapter.exercises):
            content = make_notebook(chapter.statement(language()), own, language())
            placed.append(workspace.put(folder / f"{chapter.id}.ipynb", content))
        else:
            for exercise in own:
                content = make_notebook("", [exercise], language())
                placed.append(workspace.put(folder / f"{exercise.name}.ipynb", content))
    return placed


def _tell_notebooks(placed: "Sequence[Placed]", target: str) -> None:
    for each in placed:
        file = _from_here(each.path)
        if each.new:
            click.echo(say("{file}: put down. Work in it, then: grade {target}", file=file, target=target))
        else:
            click.echo(say("{file} is there already, and was left alone.", file=file))


def _what_was_done(folder: Path, new: list[bool]) -> str:
    added, kept = new.count(True), new.count(False)
    if not added:
        return say("{folder}/: everything is there already, nothing was changed.", folder=_from_here(folder))
    facts = {"folder": _from_here(folder), "files": _files(added)}
    if kept:
        return say("{folder}/: {files} put down; {kept} already there and left alone.", **facts, kept=_files(kept))
    return say("{folder}/: {files} put down.", **facts)


def _statement(file: Path) -> Path:
    """The statement beside a file, in the language that is spoken where there is one."""
    translated = file.with_suffix(f".{language()}.md")
    return translated if translated.is_file() else file.with_suffix(".md")


def _files(count: int) -> str:
    return say_count("{count} file", "{count} files", count)


def _from_here(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
