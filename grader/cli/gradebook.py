"""``grade gradebook``: the marks of a run."""

from pathlib import Path

import click

from grader.cli.options import colour_option


@click.command("gradebook", short_help="Write the marks of a run, or fill a sheet of Canvas or Moodle.")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option(
    "--policy",
    type=click.Path(path_type=Path),
    metavar="TOML",
    help="Due dates, late days, attempts, weights, exceptions. Default: what the run used last.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="CSV", help="Where to. Default: RUN/grades.csv.")
@click.option(
    "--fill",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Fill this sheet, exported from Canvas or Moodle, and write it to --out.",
)
@click.option("--column", metavar="TITLE", help="Which assignment of a Canvas sheet to fill.")
@click.option(
    "--moodle-import",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Write a file for Moodle's gradebook import.",
)
@click.option(
    "--item", default="torchgrade", show_default=True, metavar="NAME", help="The grade item of --moodle-import."
)
@click.option(
    "--feedback",
    type=click.Path(path_type=Path),
    metavar="ZIP",
    help="Write every student's report into a zip that Moodle takes back.",
)
@click.option("--log", "show_log", is_flag=True, help="Print what was decided for this run, and when.")
@colour_option
def command(
    run: Path,
    policy: Path | None,
    out: Path | None,
    fill: Path | None,
    column: str | None,
    moodle_import: Path | None,
    item: str,
    feedback: Path | None,
    show_log: bool,
    no_color: bool,
) -> int:
    """Write the marks of a run, or fill a sheet of Canvas or Moodle.

    What is not graded has no mark and no total: it is never a zero. Every decision is kept in the run's log, so the
    same command without --policy gives the same marks again.
    """
    from grader.cli.marks import MarksRequest, write_marks

    return write_marks(
        MarksRequest(
            run=run,
            policy=policy,
            out=out,
            fill=fill,
            column=column,
            moodle_import=moodle_import,
            item=item,
            feedback=feedback,
            show_log=show_log,
            no_color=no_color,
        )
    )
