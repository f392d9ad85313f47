"""``grade new``: a small exercise that works, to write over."""

from pathlib import Path

import click

from grader.cli.options import course_option
from grader.language import say


@click.command("new", short_help="For authors: write a small exercise that works, to write over.")
@click.argument("name")
@click.option(
    "--chapter", metavar="CHAPTER", help="Where it goes; one as ch07_attention is made. Default: the last chapter."
)
@course_option
def command(name: str, chapter: str | None, course: Path | None) -> None:
    """For authors: write a small exercise that works, to write over.

    Statement, stub, checks, reference, another right answer and wrong ones, all of which pass `grade verify NAME`.
    NAME becomes the name of the file that students write, so it is a Python name that no other exercise has.
    """
    from grader.authoring.new import course_to_write, new_exercise

    found = course_to_write(course)
    made = new_exercise(found, name, chapter)
    for path in made.files:
        click.echo(path.relative_to(found.root))
    click.echo(
        say(
            "{exercise} works as it is: see `grade verify {name}`, then write your own over it.",
            exercise=made.exercise,
            name=name,
        )
    )
