"""``grade export``: what a platform needs to grade a course's exercises."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import course_option
from grader.language import say

if TYPE_CHECKING:
    from grader.course import Course, Exercise
    from grader.release.tree import Tree

_IMAGE = re.compile(
    r"[a-zA-Z0-9][a-zA-Z0-9.-]*(:\d+)?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*(:[\w][\w.-]{0,127})?(@sha256:[0-9a-f]{64})?",
    re.ASCII,
)  # HOST:PORT/PATH:TAG@DIGEST
_TO_FOLDER = click.option(
    "--to", "target", type=click.Path(path_type=Path), required=True, metavar="DIR", help="A new folder for it."
)
_TARGETS = click.argument("targets", nargs=-1, required=True, metavar="TARGET...")


@click.group("export", short_help="Write what a platform needs to grade: Gradescope, PrairieLearn, GitHub.")
def command() -> None:
    """Write what a platform needs to grade: Gradescope, PrairieLearn, GitHub.

    An export holds the hidden checks and the solutions: it is for the platform, never for students. docs/platforms.md
    says what to do with each.
    """


@command.command("gradescope", short_help="Write the autograder zip.")
@_TARGETS
@click.option("--to", "target", type=click.Path(path_type=Path), metavar="FILE", help="Default: autograder.zip.")
@course_option
def gradescope_command(targets: tuple[str, ...], target: Path | None, course: Path | None) -> None:
    """Write the autograder zip.

    Upload it under Configure Autograder, and give the container 1.5 GB of memory or more.
    """
    from grader.course.files import explained, write_atomically
    from grader.release.gradescope import autograder
    from grader.release.tree import zipped

    file = target or Path("autograder.zip")
    _refuse_what_is_no_zip(file)
    content = zipped(autograder(*_asked(course, targets)))
    with explained(file.parent):
        file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, content)
    click.echo(say("{file}: upload it as the assignment's autograder.", file=file))


@command.command("prairielearn", short_help="Write a question folder an exercise, and the image that grades them.")
@_TARGETS
@_TO_FOLDER
@click.option("--image", default="torchgrade/prairielearn", show_default=True, help="The name the image will have.")
@course_option
def prairielearn_command(targets: tuple[str, ...], target: Path, image: str, course: Path | None) -> None:
    """Write a question folder an exercise, and the image that grades them.

    DIR/questions and DIR/serverFilesCourse go into the course's repository; DIR/image is built, and pushed to a
    registry.
    """
    from grader.release.prairielearn import questions

    _refuse_bad_name(image)
    found, exercises = _asked(course, targets)
    _write_new(questions(found, exercises, image), target)
    click.echo(
        say(
            "{target}: copy questions/ and serverFilesCourse/ into the course, then build image/ as {image}.",
            target=target,
            image=image,
        )
    )


@command.command("github", short_help="Write the students' workflow, and the private repository that grades.")
@_TARGETS
@_TO_FOLDER
@course_option
def github_command(targets: tuple[str, ...], target: Path, course: Path | None) -> None:
    """Write the students' workflow, and the private repository that grades.

    DIR/student goes into the template repository of the assignment: it grades with the visible checks. DIR/grading is a
    repository that only instructors can read: it holds the hidden checks and grades what students pushed.
    """
    from grader.release.github import repositories

    _write_new(repositories(*_asked(course, targets)), target)
    click.echo(say("{target}: push student/ as the template repository and grading/ as a private one.", target=target))


def _asked(course: Path | None, targets: tuple[str, ...]) -> "tuple[Course, list[Exercise]]":
    from grader.course import find_course, resolve_targets
    from grader.release.student import refuse_release

    found = find_course(course)
    refuse_release(found)
    return found, resolve_targets(found, targets)


def _write_new(tree: "Tree", target: Path) -> None:
    """Raises UsageFault where something is there already."""
    from grader.faults import UsageFault
    from grader.release.tree import write_folder

    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageFault(say("{target} is there already: name a new folder.", target=target))
    write_folder(tree, target)


def _refuse_what_is_no_zip(file: Path) -> None:
    """Raises UsageFault where what is there is no earlier export."""
    import zipfile

    from grader.faults import UsageFault

    if file.is_dir():
        raise UsageFault(say("{file} is a folder: name a file for the zip.", file=file))
    if file.is_file() and not zipfile.is_zipfile(file):
        raise UsageFault(say("{file} is there already and no zip: name another file.", file=file))


def _refuse_bad_name(image: str) -> None:
    """Raises UsageFault for what no registry takes as an image's name: it goes into a Dockerfile and info.json."""
    from grader.faults import UsageFault

    if not _IMAGE.fullmatch(image):
        raise UsageFault(say("--image: {image} is no name of an image.", image=repr(image)))
