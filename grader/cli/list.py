"""``grade list``: the map of the course."""

from pathlib import Path

import click

from grader.cli.options import colour_option, course_option
from grader.language import language


@click.command("list", short_help="Show the map of the course and what is done.")
@click.argument("chapters", nargs=-1, metavar="[CHAPTER]...")
@course_option
@colour_option
def command(chapters: tuple[str, ...], course: Path | None, no_color: bool) -> int:
    """Show the map of the course and what is done.

    With CHAPTERs, only those.
    """
    from grader.cli.console import make_console
    from grader.cli.map import draw_map
    from grader.cli.places import find_place
    from grader.cli.standing import begun_in
    from grader.course.targets import require_chapter
    from grader.faults import Fault

    place = find_place(course)
    wanted = [require_chapter(place.course, name) for name in chapters] or list(place.course.chapters)
    console = make_console(no_color)
    faults: list[Fault] = list(place.course.problems.values())
    try:
        records = place.workspace.progress.read() if place.workspace else {}
    except Fault as fault:
        records = {}
        faults.append(fault)
    begun = begun_in(place.workspace, [exercise for chapter in wanted for exercise in chapter.exercises])
    for line in draw_map(place.course, wanted, records, begun, language()):
        if console.is_terminal:  # a line that is too long is cut there, and whole for everybody else
            console.print(line, no_wrap=True, overflow="ellipsis")
        else:
            console.print(line, soft_wrap=True)
    for problem in faults:
        click.echo(f"grade: {problem}", err=True)
    return faults[0].exit_code if faults else 0
