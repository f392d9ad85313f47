"""The map of a course as lines of text: chapters, exercises, and how far a student has come."""

from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from grader.course import Chapter, Course, Exercise, Record
from grader.language import say
from grader.report import numbers

Records = dict[str, Record]


def draw_map(
    course: Course, chapters: Sequence[Chapter], records: Records, begun: Collection[str], language: str
) -> Iterator[Text]:
    """One line a chapter and an exercise. Signs are said in words too, so that nothing hangs on colour.

    ``begun`` are ids of exercises whose file is no longer the stub.
    """
    exercises = [exercise for chapter in chapters for exercise in chapter.exercises]
    yield Text.assemble((course.title_in(language), "bold"), f"  {_passed(exercises, records)}")
    width = max((len(exercise.name) for exercise in exercises), default=0)
    states = {exercise.id: _state(exercise, records.get(exercise.id), begun) for exercise in exercises}
    space = max((cell_len(state) for _, state, _ in states.values()), default=0)
    for chapter in chapters:
        yield Text("")
        title = f"ch{chapter.number}  {chapter.title(language)}"
        yield Text.assemble((title, "bold"), ("  " + _passed(chapter.exercises, records), "dim"))
        for exercise in chapter.exercises:
            yield _line(exercise, states[exercise.id], language, width, space)


def _passed(exercises: Sequence[Exercise], records: Records) -> str:
    passed = sum(records[exercise.id].passed for exercise in exercises if exercise.id in records)
    return say("{passed} of {graded} passed", passed=passed, graded=len(exercises))


def _line(exercise: Exercise, standing: tuple[str, str, str], language: str, width: int, space: int) -> Text:
    sign, state, style = standing
    padding = " " * (space - cell_len(state))
    return Text.assemble(
        f"  {exercise.number:<5} ",
        (f"{sign} {state}{padding}", style),
        f"  {exercise.name:<{width}}  ",
        (exercise.title_in(language), "dim"),
    )


def _state(exercise: Exercise, record: Record | None, begun: Collection[str]) -> tuple[str, str, str]:
    """(sign, words, style)"""
    if record is not None and record.passed:
        return "✓", say("passed"), "green"
    if record is not None and record.attempts:
        got, whole = (float(numbers.points(value)) for value in (record.best_points, record.best_of))
        points = say("{points:g} of {whole:g} points", points=got, whole=whole)
        return "◐", points, "yellow"
    if exercise.id in begun:
        return "○", say("started"), ""
    return "·", say("to do"), "dim"
