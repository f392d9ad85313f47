"""``grade hint``: one step of help at a time."""

from pathlib import Path

import click

from grader.cli.options import course_option
from grader.language import language, say


@click.command("hint", short_help="Give the next hint for an exercise.")
@click.argument("target", metavar="EXERCISE")
@course_option
def command(target: str, course: Path | None) -> None:
    """Give the next hint for an exercise.

    Each call gives one step more; the workspace remembers how many were taken. Once all are taken, all are shown.
    """
    from grader.cli.places import find_place
    from grader.course.targets import find_exercise

    place = find_place(course)
    exercise = find_exercise(place.course, target)
    texts = [hint.text(language()) for hint in exercise.hints]
    if not texts:
        click.echo(say("{number} {name} has no hints.", number=exercise.number, name=exercise.name))
        return
    taken = place.require_workspace().progress.take_hint(exercise.id, len(texts))
    for index in range(len(texts)) if taken is None else [taken]:
        click.echo(say("Hint {number} of {all}: {text}", number=index + 1, all=len(texts), text=texts[index]))
    if taken is None:
        click.echo(say("That is all there is: you have taken every hint."))
