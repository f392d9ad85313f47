"""The autograder zip of Gradescope."""

from collections.abc import Sequence

from grader.course import Course, Exercise
from grader.release.bundle import bundle
from grader.release.templates import template
from grader.release.tree import File, text


def autograder(course: Course, exercises: Sequence[Exercise]) -> dict[str, File]:
    """The zip's content: ``setup.sh`` and ``run_autograder`` at its root, as Gradescope asks."""
    return {
        **bundle(course, exercises),
        "setup.sh": text(template("gradescope/setup.sh", install=template("install.sh")), executable=True),
        "run_autograder": text(template("gradescope/run_autograder"), executable=True),
    }
