"""``grade batch``: a whole class at once."""

from pathlib import Path

import click

from grader.cli.options import colour_option, course_option, gpus_option, gpus_wanted


@click.command("batch", short_help="Grade a class: a folder or a download of Moodle, Canvas or Gradescope.")
@click.argument("submissions", type=click.Path(path_type=Path), metavar="FOLDER|ZIP")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option(
    "--to",
    "run",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where the run is kept. Default: the name of what is graded, with `.graded` after it, here.",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="The class list, to match names and to see who handed in nothing.",
)
@click.option("--pattern", metavar="PATTERN", help='How flat files are named, as in "{student}-{exercise}.py".')
@course_option
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "bubblewrap", "docker"]),
    default="auto",
    show_default=True,
    help="What keeps the code in.",
)
@click.option(
    "--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True, help="Where checks run."
)
@gpus_option
@click.option("--jobs", type=click.IntRange(1, 256), help="Submissions at once. Default: one a processor core.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Draw all hidden inputs from this seed, not from secret ones."
)
@click.option("--scheduler", metavar="ADDRESS", help="Grade on the workers of this Dask scheduler: tcp://HOST:8786.")
@click.option("--quiet", "-q", is_flag=True, help="Print only the total and what could not be graded.")
@colour_option
def command(
    submissions: Path,
    targets: tuple[str, ...],
    run: Path | None,
    roster: Path | None,
    pattern: str | None,
    course: Path | None,
    sandbox: str,
    device: str,
    gpus: str | None,
    jobs: int | None,
    seed: int | None,
    scheduler: str | None,
    quiet: bool,
    no_color: bool,
) -> int:
    """Grade a class: a folder or a download of Moodle, Canvas or Gradescope.

    FOLDER holds a folder a student, or files named STUDENT_EXERCISE.py. Results are kept as they come: the same command
    goes on where a run was stopped or killed, and grades only what is new or what the course's checks changed.
    """
    from grader.cli.batching import BatchRequest, grade_batch

    return grade_batch(
        BatchRequest(
            submissions=submissions,
            targets=targets,
            run=run,
            roster=roster,
            pattern=pattern,
            course=course,
            sandbox=sandbox,
            device=device,
            gpus=gpus_wanted(gpus, sandbox, device),
            jobs=jobs,
            seed=seed,
            scheduler=scheduler,
            quiet=quiet,
            no_color=no_color,
        )
    )
