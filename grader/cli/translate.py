"""``grade translate``: catalogues of a course's own words."""

from pathlib import Path

import click

from grader.cli.options import course_option


@click.command("translate", short_help="For authors: write what of a course is to be translated.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@course_option
@click.option(
    "--to", "target", default="zh", show_default=True, metavar="LANGUAGE", help="The language to translate to."
)
def command(targets: tuple[str, ...], course: Path | None, target: str) -> int:
    """For authors: write what of a course is to be translated.

    Brings each exercise's checks.zh.po (titles of checks, and what they tell) and wrong.zh.po (hints of wrong answers,
    beside the solutions) up to date: new messages come in without a translation, stale ones go. Fill them in with any
    editor for gettext. Names statements, titles and hints that lack one too. Leaves with 1 where something is missing.
    """
    from grader.authoring.new import course_to_write
    from grader.authoring.translations import gaps, update_course
    from grader.course import resolve_targets
    from grader.language import say

    found = course_to_write(course)
    exercises = resolve_targets(found, targets or [chapter.id for chapter in found.chapters])
    missing = 0
    for done in update_course(exercises, target):
        missing += done.missing
        if done.missing:
            facts = {"file": done.path, "missing": done.missing, "messages": done.messages}
            click.echo(say("{file}: {missing} of {messages} messages are to be translated.", **facts))
    for exercise in exercises:
        lacking = gaps(exercise, target)
        missing += len(lacking)
        if lacking:
            facts = {"exercise": exercise.id, "missing": "; ".join(lacking)}
            click.echo(say("{exercise}: no translation of {missing}.", **facts))
    if not missing:
        click.echo(say("Everything is translated."))
    return 1 if missing else 0
