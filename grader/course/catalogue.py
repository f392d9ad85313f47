"""A whole course: its chapters in order, their exercises, what is wrong with it, and the hash of its content."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from grader.course.content import content_hash
from grader.course.exercise import Exercise, load_exercise, read_statement
from grader.course.settings import CourseSettings, read_settings
from grader.faults import AuthorFault
from grader.language import say

_CHAPTER = re.compile(r"(Chapter\s+\d+|第\s*\w+\s*章)\s*[:：.]?\s*")
_NUMBERED = re.compile(r"ch(\d+)(_|$)")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter and those of its exercises that could be read."""

    id: str  # "ch03_by_hand"
    number: int
    folder: Path
    exercises: tuple[Exercise, ...]

    def statement(self, language: str = "en") -> str:
        return read_statement(self.folder, language)

    def title(self, language: str = "en") -> str:
        """The first heading of the chapter's README without "Chapter 3:" before it, else the folder's name."""
        try:
            lines = self.statement(language).splitlines()
        except AuthorFault:
            return self.id
        heading = next((line[2:].strip() for line in lines if line.startswith("# ")), "")
        return _CHAPTER.sub("", heading) or self.id


@dataclass(frozen=True)
class Course:
    """A course. ``problems`` holds a fault for each exercise that can't be read; the others work all the same."""

    root: Path
    title: str
    title_zh: str
    languages: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    problems: dict[str, AuthorFault]  # by exercise id, or by a chapter's where its folder is missing
    numbers: dict[str, str]  # "3.1" by exercise id, of the broken ones too

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(exercise for chapter in self.chapters for exercise in chapter.exercises)

    @property
    def data_folder(self) -> Path:
        return self.root / "data"

    def exercise(self, id: str) -> Exercise:
        """The exercise with this id. Raises KeyError if there is none, its AuthorFault if it can't be read."""
        if id in self.problems:
            raise self.problems[id]
        return {exercise.id: exercise for exercise in self.exercises}[id]

    def title_in(self, language: str = "en") -> str:
        return self.title_zh if language == "zh" and self.title_zh else self.title

    @cached_property
    def version(self) -> str:
        """The SHA-256 of everything that a grade depends on: settings, statements, checks, solutions, data."""
        return content_hash(self.root)


def load_course(root: Path) -> Course:
    """Read the course at ``root`` (the folder of course.toml).

    Raises AuthorFault where course.toml itself is wrong.
    """
    root = root.resolve()
    settings = read_settings(root / "course.toml", CourseSettings)
    problems: dict[str, AuthorFault] = {}
    numbers: dict[str, str] = {}
    chapters = tuple(
        _load_chapter(root, name, _number(name, position), settings.order.get(name, []), problems, numbers)
        for position, name in enumerate(settings.chapters, 1)
    )
    _refuse_clashes(root, settings, chapters)
    course = Course(root, settings.title, settings.title_zh, tuple(settings.languages), chapters, problems, numbers)
    return _without_bad_uses(course)


def _number(name: str, position: int) -> int:
    match = _NUMBERED.match(name)
    return int(match[1]) if match else position


def _load_chapter(
    root: Path, name: str, number: int, order: list[str], problems: dict[str, AuthorFault], numbers: dict[str, str]
) -> Chapter:
    """Read a chapter; what can't be read goes to ``problems``, the number of each exercise to ``numbers``."""
    folder = root / "exercises" / name
    if not folder.is_dir():
        problems[name] = AuthorFault(
            say(
                "{file} names the chapter {name}, but {folder} is not there.",
                file=root / "course.toml",
                name=name,
                folder=folder,
            )
        )
        return Chapter(name, number, folder, ())
    found = {path.parent.name for path in folder.glob("*/exercise.toml")}
    names = list(dict.fromkeys([*order, *sorted(found)]))
    exercises = []
    for position, exercise in enumerate(names, 1):
        numbers[f"{name}/{exercise}"] = f"{number}.{position}"
        try:
            if exercise not in found:
                raise AuthorFault(
                    say(
                        "{file} names {name}/{exercise}, but it has no exercise.toml.",
                        file=root / "course.toml",
                        name=name,
                        exercise=exercise,
                    )
                )
            solutions = root / "solutions" / name / exercise
            exercises.append(load_exercise(folder / exercise, solutions, root / "data", f"{number}.{position}"))
        except AuthorFault as fault:
            problems[f"{name}/{exercise}"] = fault
    return Chapter(name, number, folder, tuple(exercises))


def _refuse_clashes(root: Path, settings: CourseSettings, chapters: tuple[Chapter, ...]) -> None:
    numbers = [chapter.number for chapter in chapters]
    for chapter in chapters:
        if numbers.count(chapter.number) > 1:
            raise AuthorFault(
                say(
                    "{file} has two chapters with the number {number}.",
                    file=root / "course.toml",
                    number=chapter.number,
                )
            )
    for name in settings.order:
        if name not in settings.chapters:
            raise AuthorFault(
                say(
                    "{file}: [order] names {name}, which is none of the chapters.", file=root / "course.toml", name=name
                )
            )


def _without_bad_uses(course: Course) -> Course:
    """Take out exercises that use what is not there or does not come earlier."""
    position = {exercise.id: index for index, exercise in enumerate(course.exercises)}
    for exercise in course.exercises:
        for used in exercise.uses:
            if position.get(used, len(position)) >= position[exercise.id]:
                course.problems[exercise.id] = AuthorFault(
                    say(
                        '{file}: uses "{used}", which is no earlier exercise of this course.',
                        file=exercise.folder / "exercise.toml",
                        used=used,
                    )
                )
    chapters = tuple(
        Chapter(c.id, c.number, c.folder, tuple(e for e in c.exercises if e.id not in course.problems))
        for c in course.chapters
    )
    return Course(
        course.root, course.title, course.title_zh, course.languages, chapters, course.problems, course.numbers
    )
