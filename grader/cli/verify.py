"""``grade verify``: are the checks themselves right?"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import colour_option, course_option

if TYPE_CHECKING:
    from rich.progress import Progress


@click.command("verify", short_help="For authors: check every exercise's checks against known answers and mutants.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@course_option
@click.option(
    "--seeds", type=click.IntRange(1, 1000), default=3, show_default=True, help="How many seeds right answers meet."
)
@click.option("--runs", type=click.IntRange(1, 100_000), help="Hunt for flakes: how many seeds every answer meets.")
@click.option(
    "--threads", default="1,2", show_default=True, metavar="LIST", help="Numbers of threads that right answers meet."
)
@click.option(
    "--mutants",
    type=click.IntRange(min=0),
    metavar="N",
    help="At most N mutants an exercise, 0 for none. Default: all.",
)
@click.option("--thorough", is_flag=True, help="Grade every wrong answer with every check in the sandbox.")
@click.option("--fresh", is_flag=True, help="Run everything, whatever is known from earlier runs.")
@click.option("--messages", is_flag=True, help="Keep what students read about each wrong answer as its golden file.")
@click.option("--details", is_flag=True, help="Print time and tolerance of every check, and where mutants were caught.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes that work at once. Default: one a processor core.")
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "bubblewrap", "docker", "process"]),
    default="auto",
    show_default=True,
    help="What keeps the answers in.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print only the exercises with problems, and the total.")
@colour_option
def command(
    targets: tuple[str, ...],
    course: Path | None,
    seeds: int,
    runs: int | None,
    threads: str,
    mutants: int | None,
    thorough: bool,
    fresh: bool,
    messages: bool,
    details: bool,
    jobs: int | None,
    sandbox: str,
    quiet: bool,
    no_color: bool,
) -> int:
    """For authors: check every exercise's checks against known answers and mutants.

    The reference and every other right answer must score 100%, the stub 0, and each wrong answer must fail exactly
    the checks that it names; each check must be failed by at least one of them. Mutants of the reference, each with
    one small change, must be caught by some check. Leaves with 1 where something does not hold.
    """
    from grader.authoring.cache import default_path
    from grader.authoring.case import Asked
    from grader.authoring.verify import verify
    from grader.cli.console import make_console
    from grader.cli.pulse import Pulse
    from grader.cli.verified import describe, shortfall
    from grader.course import find_course, resolve_targets
    from grader.course.targets import problems_of
    from grader.language import use

    use("en")  # what students read is compared with golden files, which are English
    found = find_course(course)
    exercises = resolve_targets(found, targets) if targets else list(found.exercises)
    pulse = None if quiet or sys.stderr.isatty() else Pulse(sys.stderr)
    asked = Asked(runs or seeds, runs or 1, _thread_counts(threads), mutants, thorough, messages)
    with _progress() as progress:
        task = progress.add_task("verify", total=0)
        submitted = finished = 0

        def on_submit(count: int) -> None:
            nonlocal submitted
            submitted += count
            progress.update(task, total=submitted)

        def on_done(exercise: str) -> None:
            nonlocal finished
            finished += 1
            progress.update(task, advance=1, description=exercise)
            if pulse is not None:
                pulse.beat(f"{finished} of {submitted} runs done, {exercise}")

        verdicts = verify(
            found,
            exercises,
            asked,
            jobs=jobs or os.cpu_count() or 1,
            sandbox=sandbox,
            cache=None if fresh else default_path(),
            on_submit=on_submit,
            on_done=on_done,
        )
    unreadable = problems_of(found, targets or [chapter.id for chapter in found.chapters])
    console = make_console(no_color)
    for line in describe(verdicts, unreadable, quiet=quiet, details=details):
        console.print(line, soft_wrap=True)
    short = shortfall(verdicts) if not targets and mutants is None else ""
    if short:
        console.print(short, markup=False)
    return 0 if all(verdict.sound for verdict in verdicts) and not unreadable and not short else 1


def _progress() -> "Progress":
    """A bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(file=sys.stderr, markup=False),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _thread_counts(text: str) -> tuple[int, ...]:
    try:
        counts = tuple(int(part) for part in text.split(","))
    except ValueError:
        counts = ()
    if not counts or any(not 1 <= count <= 256 for count in counts):
        raise click.BadParameter("give numbers such as 1,2", param_hint="--threads")
    return counts
