"""``grade similar``: pairs of answers that look alike."""

from pathlib import Path

import click

from grader.cli.options import colour_option


@click.command("similar", short_help="List pairs of answers of a run that look alike, for people to judge.")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option(
    "--least",
    type=click.IntRange(1, 100),
    default=60,
    show_default=True,
    metavar="PERCENT",
    help="How much of the smaller answer must be in the other.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="HTML", help="Where to. Default: RUN/similar.html.")
@colour_option
def command(run: Path, least: int, out: Path | None, no_color: bool) -> int:
    """List pairs of answers of a run that look alike, for people to judge.

    What the stub gives is taken away. Names, comments, and the order of functions do not count. It is never a verdict:
    the page shows each pair side by side.
    """
    from grader.cli.runs import write_similar

    return write_similar(run, least / 100, out, no_color)
