"""``grade class``: the class report of a run."""

from pathlib import Path

import click

from grader.cli.options import colour_option


@click.command("class", short_help="Write the class report of a run: who passed what, what was hard.")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option("--out", type=click.Path(path_type=Path), metavar="HTML", help="Where to. Default: RUN/class.html.")
@colour_option
def command(run: Path, out: Path | None, no_color: bool) -> int:
    """Write the class report of a run: who passed what, what was hard.

    One page for the instructor: students by checks, how the points lie, the hardest checks, the commonest
    misunderstandings, the time used, and what could not be graded.
    """
    from grader.cli.runs import write_class

    return write_class(run, out, no_color)
