"""``grade show``: a statement, as Markdown drawn for the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import colour_option, course_option
from grader.language import language, say

if TYPE_CHECKING:
    from grader.course import Exercise


@click.command("show", short_help="Show the statement of an exercise or a chapter.")
@click.argument("target")
@course_option
@colour_option
def command(target: str, course: Path | None, no_color: bool) -> None:
    """Show the statement of an exercise or a chapter.

    TARGET is ch3.2, 3.2, linreg_numpy, or a chapter such as ch3.
    """
    from grader.cli.console import make_console
    from grader.cli.places import find_place
    from grader.cli.statement import Statement
    from grader.course.targets import find_chapter, find_exercise

    place = find_place(course)
    console = make_console(no_color)
    chapter = find_chapter(place.course, target)
    if chapter is not None:
        console.print(Statement(chapter.statement(language())))
        return
    exercise = find_exercise(place.course, target)
    console.print(Statement(exercise.statement(language())))
    console.print()
    console.print(_facts(exercise), style="dim")


def _facts(exercise: "Exercise") -> str:
    parts = [exercise.number, exercise.file, say("{points:g} points", points=exercise.points)]
    if exercise.uses:
        parts.append(
            say("builds on {exercises}", exercises=", ".join(used.rpartition("/")[2] for used in exercise.uses))
        )
    if exercise.hints:
        parts.append(say("{hints} hints: grade hint {number}", hints=len(exercise.hints), number=exercise.number))
    return " · ".join(parts)
