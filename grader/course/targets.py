"""From what a user types (ch3, 3.2, linreg_numpy, ch03_by_hand/) to exercises."""

import re
from collections.abc import Iterable, Sequence

from grader.course.catalogue import Chapter, Course
from grader.course.exercise import Exercise
from grader.course.nearest import did_you_mean
from grader.faults import AuthorFault, UsageFault
from grader.language import say

_NUMBER = re.compile(r"(?:ch)?0*(\d+)(?:[./]0*(\d+))?", re.IGNORECASE)


class UnknownTarget(UsageFault):
    """Nothing in the course goes by that name."""

    def __init__(self, sentence: str, target: str) -> None:
        super().__init__(sentence)
        self.target = target


def resolve_targets(course: Course, targets: Sequence[str], only: Iterable[str] = ()) -> list[Exercise]:
    """The exercises that ``targets`` mean, each once, in the order asked for; ``only`` keeps those so named.

    Raises UsageFault with the nearest names for what is not there, AuthorFault for an exercise that can't be read.
    """
    exercises = _once(exercise for target in targets for exercise in resolve(course, target))
    wanted = _once(exercise for name in only for exercise in _only(exercises, name))
    return [exercise for exercise in exercises if not only or exercise in wanted]


def resolve(course: Course, target: str) -> list[Exercise]:
    """The exercises of one target: a chapter's, or one."""
    chapter = find_chapter(course, target)
    if chapter is not None:
        if not chapter.exercises:
            raise _empty(course, chapter)
        return list(chapter.exercises)
    return [find_exercise(course, target)]


def find_chapter(course: Course, target: str) -> Chapter | None:
    """The chapter that ``target`` means: 3, ch3, ch03, ch03_by_hand, by_hand."""
    name = _clean(target)
    number = _NUMBER.fullmatch(name)
    for chapter in course.chapters:
        if number and number[2] is None and int(number[1]) == chapter.number:
            return chapter
        if name in (chapter.id.lower(), re.sub(r"^ch\d+_", "", chapter.id.lower())):
            return chapter
    return None


def require_chapter(course: Course, target: str) -> Chapter:
    """The chapter that ``target`` means. Raises UsageFault with the nearest names where there is none."""
    chapter = find_chapter(course, target)
    if chapter is None:
        guess = did_you_mean(_clean(target), [chapter.id for chapter in course.chapters])
        numbers = say(", ").join(f"ch{chapter.number}" for chapter in course.chapters)
        raise UnknownTarget(
            say(
                "There is no chapter {target}: this course has {numbers}.{guess}",
                target=target,
                numbers=numbers,
                guess=guess,
            ),
            target,
        )
    return chapter


def find_exercise(course: Course, target: str) -> Exercise:
    """The exercise that ``target`` means: 3.2, ch3.2, linreg_numpy, ch03_by_hand/linreg_numpy, ch3/linreg_numpy."""
    name = _clean(target)
    matches = _once(exercise for exercise in course.exercises if _means(exercise.id, name, course))
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UsageFault(
            say(
                "{target} is in more than one chapter: say {choice}.",
                target=target,
                choice=say(" or ").join(e.id for e in matches),
            )
        )
    for id, fault in course.problems.items():
        if id in course.numbers and _means(id, name, course):
            raise fault
    raise _unknown(course, target)


def _clean(target: str) -> str:
    """Without what a shell's completion adds: ./ in front, / or .py behind."""
    return target.strip().removeprefix("./").rstrip("/").removesuffix(".py").lower()


def _means(id: str, name: str, course: Course) -> bool:
    """Whether a cleaned ``name`` means the exercise with this id."""
    chapter, _, exercise = id.lower().partition("/")
    if name in (exercise, id.lower()):
        return True
    number = _NUMBER.fullmatch(name)
    if number and number[2]:
        return f"{number[1]}.{number[2]}" == course.numbers[id]
    before, slash, last = name.rpartition("/")
    found = find_chapter(course, before) if slash else None
    return found is not None and found.id.lower() == chapter and last == exercise


def _only(exercises: list[Exercise], name: str) -> list[Exercise]:
    clean = _clean(name)
    matches = [e for e in exercises if clean in (e.name.lower(), e.id.lower(), e.number)]
    if not matches:
        names = [exercise.name for exercise in exercises]
        raise UsageFault(
            say(
                "--only {name}: not among what is to be graded.{guess}",
                name=name,
                guess=did_you_mean(clean, names),
            )
        )
    return matches


def _once(exercises: Iterable[Exercise]) -> list[Exercise]:
    return list({exercise.id: exercise for exercise in exercises}.values())


def _unknown(course: Course, target: str) -> UnknownTarget:
    name = _clean(target)
    number = _NUMBER.fullmatch(name)
    if number:
        return UnknownTarget(_no_such_number(course, target, int(number[1]), number[2]), target)
    known = [*(c.id for c in course.chapters), *(e.name for e in course.exercises), *(e.id for e in course.exercises)]
    guess = did_you_mean(name, known) or say(" `grade list` shows what there is.")
    return UnknownTarget(say("There is no chapter or exercise {target}.{guess}", target=target, guess=guess), target)


def _no_such_number(course: Course, target: str, chapter_number: int, exercise_number: str | None) -> str:
    chapter = next((c for c in course.chapters if c.number == chapter_number), None)
    if chapter is not None and chapter.exercises and exercise_number is None:
        return say(
            "{target} is a chapter: name one of its exercises, as {number}.",
            target=target,
            number=chapter.exercises[0].number,
        )
    if chapter is None or not chapter.exercises:
        numbers = say(", ").join(f"ch{c.number}" for c in course.chapters)
        return say("There is no chapter {target}: this course has {numbers}.", target=target, numbers=numbers)
    first, last = chapter.exercises[0].number, chapter.exercises[-1].number
    return say(
        "There is no exercise {target}: {id} has {first} to {last}.",
        target=target,
        id=chapter.id,
        first=first,
        last=last,
    )


def problems_of(course: Course, targets: Iterable[str]) -> list[AuthorFault]:
    """The faults of the exercises that can't be read and belong to the chapters among ``targets``."""
    chapters = {chapter.id for target in targets if (chapter := find_chapter(course, target)) is not None}
    return [fault for id, fault in course.problems.items() if id.partition("/")[0] in chapters]


def _empty(course: Course, chapter: Chapter) -> AuthorFault:
    for id, fault in course.problems.items():
        if id.partition("/")[0] == chapter.id:
            return fault
    return AuthorFault(say("The chapter {id} has no exercises yet.", id=chapter.id))
