"""PrairieLearn: a question folder an exercise, the course where only graders see it, and the recipe of the image."""

import json
import uuid
from collections.abc import Sequence

from grader.course import Course, Exercise
from grader.language import language
from grader.release.bundle import TASK, course_copy, package, task, with_used
from grader.release.templates import template
from grader.release.tree import File, below, text

ENTRYPOINT = "/opt/torchgrade/entrypoint"
SHARED = "torchgrade"  # in serverFilesCourse, which students never see
_MOST_SECONDS = 600  # that PrairieLearn waits
_START_SECONDS = 60  # until the first check runs
_CHECKS = 12  # of an exercise, as a rule


def questions(course: Course, exercises: Sequence[Exercise], image: str) -> dict[str, File]:
    """``questions/``, ``serverFilesCourse/`` and ``image/``."""
    found: dict[str, File] = {}
    for exercise in exercises:
        found |= below(f"questions/{SHARED}/{exercise.id}", _question(course, exercise, image))
    found |= below(f"serverFilesCourse/{SHARED}/course", course_copy(course, with_used(course, exercises)))
    recipe = {
        **package(),
        "Dockerfile": text(template("prairielearn/Dockerfile", image=image)),
        "install.sh": text(template("install.sh")),
        "entrypoint": text(template("prairielearn/entrypoint"), executable=True),
    }
    return found | below("image", recipe)


def _question(course: Course, exercise: Exercise, image: str) -> dict[str, File]:
    return {
        "info.json": text(json.dumps(_info(course, exercise, image), indent=2, ensure_ascii=False) + "\n"),
        "question.html": text(_page(exercise)),
        f"initial/{exercise.file}": File(exercise.stub.read_bytes()),
        f"tests/{TASK}": task([exercise]),
    }


def _info(course: Course, exercise: Exercise, image: str) -> dict[str, object]:
    """``uuid`` is the same in every export, so that an update stays the same question."""
    return {
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"torchgrade:{course.title}:{exercise.id}")),
        "title": exercise.title_in(language()),
        "topic": course.title_in(language()),
        "tags": [exercise.chapter],
        "type": "v3",
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": image,
            "entrypoint": ENTRYPOINT,
            "serverFilesCourse": [f"{SHARED}/"],
            "timeout": _seconds(exercise),
            "enableNetworking": False,
        },
    }


def _seconds(exercise: Exercise) -> int:
    return min(_MOST_SECONDS, round(_START_SECONDS + _CHECKS * exercise.limits.wall_seconds))


def _page(exercise: Exercise) -> str:
    """The statement as PrairieLearn's own Markdown. The first line sets Mustache's brackets to what is in no statement:
    ``{{`` is ordinary text in one about dicts."""
    statement = exercise.statement(language()).replace("</markdown>", "</markdown#>")
    return template("prairielearn/question.html", statement=f"{statement.strip()}\n", file=exercise.file)
