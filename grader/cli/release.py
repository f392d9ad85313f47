"""``grade release``: the student version of a course."""

from pathlib import Path

import click

from grader.cli.options import course_option
from grader.language import say, say_count


@click.command("release", short_help="Write the student version of a course: no hidden check, no solution.")
@click.argument("chapters", nargs=-1, metavar="[CHAPTER]...")
@click.option("--to", "target", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where it goes.")
@course_option
def command(chapters: tuple[str, ...], target: Path, course: Path | None) -> None:
    """Write the student version of a course: no hidden check, no solution.

    Stubs, statements, hints, and the checks that are marked visible with what they need; whatever only hidden checks
    use is cut out. `grade ch3 --course DIR` grades with it, and says how many checks are graded elsewhere.

    DIR is written at once or not at all. It may hold an earlier release, and nothing else. Without a CHAPTER the whole
    course is released.
    """
    from grader.course import find_course, resolve_targets
    from grader.release.student import refuse_foreign, refuse_release, release, write_release

    found = find_course(course)
    refuse_release(found)
    refuse_foreign(target)
    made = release(found, resolve_targets(found, chapters or [chapter.id for chapter in found.chapters]))
    write_release(made, target)
    for warning in made.warnings:
        click.echo(f"grade: {warning}", err=True)
    click.echo(
        say(
            "{target}: {visible}; {hidden} left out.",
            target=target,
            visible=say_count("{count} visible check", "{count} visible checks", made.visible),
            hidden=say_count("{count} hidden check", "{count} hidden checks", made.hidden),
        )
    )
