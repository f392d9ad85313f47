"""``grade watch``: grade again what a save touches."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import colour_option, course_option

if TYPE_CHECKING:
    from grader.course import Exercise


@click.command("watch", short_help="Grade again whatever you save, until Ctrl-C.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@course_option
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "bubblewrap", "docker", "process"]),
    default="auto",
    show_default=True,
    help="What keeps the code in, as for `grade run`.",
)
@colour_option
def command(targets: tuple[str, ...], course: Path | None, sandbox: str, no_color: bool) -> int:
    """Grade again whatever you save, until Ctrl-C.

    A TARGET is a chapter or an exercise, as for `grade run`. A save grades the exercise of that file, and those that
    build on it; what failed at last is checked first. Results are remembered as those of `grade ch3` are.
    """
    from grader.cli.grading import chapter_here, resolve_asked
    from grader.cli.places import find_place
    from grader.cli.watching import watch

    place = find_place(course)
    place.require_workspace()
    asked = targets or chapter_here(place)
    exercises: list[Exercise] = resolve_asked(place.course, asked)
    return watch(place, exercises, " ".join(asked), sandbox, plain=no_color)
