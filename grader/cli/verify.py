"""``grade verify``: are the checks themselves right?"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import colour_option, course_option

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.text import Text

    from grader.authoring.verify import ExerciseVerdict


@click.command("verify", short_help="For authors: check every exercise's checks against its known answers.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@course_option
@click.option(
    "--seeds", type=click.IntRange(1, 1000), default=3, show_default=True, help="How many seeds each answer meets."
)
@click.option(
    "--threads", default="1,2", show_default=True, metavar="LIST", help="Numbers of threads that right answers meet."
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), help="Processes that grade at once. Default: one a processor core."
)
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
    threads: str,
    jobs: int | None,
    sandbox: str,
    quiet: bool,
    no_color: bool,
) -> int:
    """For authors: check every exercise's checks against its known answers.

    The reference and every other right answer must score 100%, the stub 0, and each wrong answer must fail exactly
    the checks that it names; each check must be failed by at least one of them. Leaves with 1 where something does
    not hold.
    """
    from grader.authoring.verify import verify
    from grader.cli.console import make_console
    from grader.course import find_course, resolve_targets
    from grader.course.targets import problems_of

    found = find_course(course)
    exercises = resolve_targets(found, targets) if targets else list(found.exercises)
    console = make_console(no_color)
    with _progress() as progress:
        task = progress.add_task("verify", total=None)
        verdicts = verify(
            found,
            exercises,
            seeds=seeds,
            thread_counts=_thread_counts(threads),
            jobs=jobs or os.cpu_count() or 1,
            sandbox=sandbox,
            on_start=lambda total: progress.update(task, total=total),
            on_trial=lambda outcome: progress.update(task, advance=1, description=outcome.trial.exercise),
        )
    for verdict in verdicts:
        if not (quiet and verdict.sound):
            for line in describe(verdict):
                console.print(line, soft_wrap=True)
    unreadable = problems_of(found, targets or [chapter.id for chapter in found.chapters])
    for fault in unreadable:
        console.print(str(fault), soft_wrap=True, markup=False)
    sound = sum(verdict.sound for verdict in verdicts)
    graded = sum(verdict.graded for verdict in verdicts)
    console.print(f"{sound} of {len(verdicts)} exercises sound, {graded} gradings.", markup=False)
    return 0 if sound == len(verdicts) and not unreadable else 1


def _progress() -> "Progress":
    """A bar on standard error, where that is a terminal."""
    import sys

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
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


def describe(verdict: "ExerciseVerdict") -> "Iterator[Text]":
    """One line for a sound exercise; its problems below where it is not."""
    from rich.text import Text

    exercise = verdict.exercise
    sign, style = ("✓", "green") if verdict.sound else ("✗", "bold red")
    margin = "" if verdict.margin is None else f", {verdict.margin:.1%} of a tolerance used"
    work = f"{verdict.answers} answers, {verdict.checks} checks, {verdict.graded} gradings, {verdict.seconds:.0f} s"
    yield Text.assemble((f"{sign} ", style), f"{exercise.number:<5} {exercise.id:<44} ", (work + margin, "dim"))
    for problem in verdict.problems:
        yield Text(f"    {problem}")
