"""``grade regrade``: grade a run anew where the course's checks have changed."""

from pathlib import Path

import click

from grader.cli.options import colour_option, course_option


@click.command("regrade", short_help="Grade a run anew where checks were mended, and list every score that moved.")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@course_option
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "bubblewrap", "docker"]),
    default="auto",
    show_default=True,
    help="What keeps the code in.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Submissions at once. Default: one a processor core.")
@colour_option
def command(run: Path, course: Path | None, sandbox: str, jobs: int | None, no_color: bool) -> int:
    """Grade a run anew where checks were mended, and list every score that moved.

    The answers are in the run's journal: what was handed in need not be there any more. Only what depends on a changed
    exercise is graded.
    """
    from grader.cli.runs import regrade

    return regrade(run, course, sandbox, jobs, no_color)
