"""``grade verify``: every known answer to every exercise, and mutants of every reference."""

from collections.abc import Callable, Sequence
from pathlib import Path

from grader.authoring.cache import Cache
from grader.authoring.case import Asked, Case
from grader.authoring.engine import Engine
from grader.authoring.pool import Pools
from grader.authoring.verdict import ExerciseVerdict
from grader.course import Course, Exercise
from grader.faults import AuthorFault


def verify(
    course: Course,
    exercises: Sequence[Exercise],
    asked: Asked | None = None,
    *,
    jobs: int = 1,
    sandbox: str = "auto",
    cache: Path | None = None,
    on_submit: Callable[[int], None] = lambda count: None,
    on_done: Callable[[str], None] = lambda exercise: None,
) -> list[ExerciseVerdict]:
    """What was found, an entry an exercise, in their order.

    ``jobs`` is how many processes grade in sandboxes, and how many run answers in process. ``cache`` is the file of
    earlier outcomes; None: everything runs. ``on_submit`` and ``on_done`` are told of each piece of work.
    """
    kept = Cache(cache)
    try:
        with Pools(course.root, jobs, sandbox) as pools:
            engine = Engine(pools, kept, on_submit, on_done)
            cases = [Case(course, exercise, asked or Asked(), engine) for exercise in exercises]
            for case in cases:
                try:
                    case.start()
                except AuthorFault as fault:
                    case.verdict.problems.append(str(fault))
            engine.run()
        return [case.finish() for case in cases]
    finally:
        kept.close()
