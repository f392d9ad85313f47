"""``grade run``, which is what ``grade ch3`` means."""

from pathlib import Path

import click

from grader.cli.options import colour_option, course_option, gpus_option, gpus_wanted


@click.command("run", short_help="Grade chapters or exercises: `grade ch3` is `grade run ch3`.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--only", multiple=True, metavar="EXERCISE", help="Of the targets, only this exercise. May be repeated.")
@click.option(
    "--submission",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The file or folder to grade. Default: the workspace that one stands in.",
)
@course_option
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "bubblewrap", "docker", "process"]),
    default="auto",
    show_default=True,
    help="What keeps the code in. `process` isolates nothing: for one's own code on one's own machine.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Draw the hidden inputs from this seed, not a secret one."
)
@click.option(
    "--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True, help="Where checks run."
)
@gpus_option
@click.option("--json", "json_file", metavar="FILE", help="Write the report as JSON; - is standard output.")
@click.option("--html", "html_file", metavar="FILE", help="Write the report as one HTML page.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["csv", "github", "gradescope", "junit", "markdown", "prairielearn"]),
    help="Write the result as a platform reads it, to --out.",
)
@click.option("--out", metavar="FILE", default="-", help="Where --format goes; - is standard output.")
@click.option("--instructor", is_flag=True, help="Show also what is for the instructor alone: the seed, assertions.")
@click.option("--quiet", "-q", is_flag=True, help="Print one line an exercise.")
@colour_option
def command(
    targets: tuple[str, ...],
    only: tuple[str, ...],
    submission: Path | None,
    course: Path | None,
    sandbox: str,
    seed: int | None,
    device: str,
    gpus: str | None,
    json_file: str | None,
    html_file: str | None,
    format_name: str | None,
    out: str,
    instructor: bool,
    quiet: bool,
    no_color: bool,
) -> int:
    """Grade chapters or exercises: `grade ch3` is `grade run ch3`.

    A TARGET is a chapter (ch3, 3, ch03_by_hand) or an exercise (ch3.2, 3.2, linreg_numpy). Without one, the chapter in
    whose folder one stands is graded.
    """
    from grader.cli.grading import grade_request
    from grader.cli.request import Request

    return grade_request(
        Request(
            targets=targets,
            only=only,
            submission=submission,
            course=course,
            sandbox=sandbox,
            seed=seed,
            device=device,
            gpus=gpus_wanted(gpus, sandbox, device),
            json_file=json_file,
            html_file=html_file,
            format_name=format_name,
            format_file=out,
            instructor=instructor,
            quiet=quiet,
            no_color=no_color,
        )
    )
