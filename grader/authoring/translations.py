"""Catalogues of a course: what is to be translated, exercise by exercise."""

from collections.abc import Iterable, Iterator

from grader.course import Exercise
from grader.language.catalogue import Source, Update, update
from grader.language.course import CHECKS, HINTS


def update_course(exercises: Iterable[Exercise], language: str = "zh") -> Iterator[Update]:
    """Bring the two catalogues of each exercise in step with its checks and its wrong answers."""
    for exercise in exercises:
        said = [(path, "extract_checks") for path in (exercise.checks, exercise.fixtures) if path and path.is_file()]
        yield _one(exercise, CHECKS, said, language)
        yield _one(exercise, HINTS, [(path, "extract_hint") for path in exercise.wrong()], language)


def _one(exercise: Exercise, name: str, sources: list[Source], language: str) -> Update:
    folder = exercise.folder if name is CHECKS else exercise.solutions
    return update(folder / name.format(language=language), sources, folder, language)


def gaps(exercise: Exercise, language: str = "zh") -> list[str]:
    """What is not in a catalogue and lacks its translation: files and keys, by name."""
    found = [] if (exercise.folder / f"README.{language}.md").is_file() else [f"README.{language}.md"]
    if language == "zh":  # the one language that exercise.toml has keys for
        found += [] if exercise.title_zh else ["title_zh"]
        found += [f"hints, entry {number}: zh" for number, hint in enumerate(exercise.hints, start=1) if not hint.zh]
    return found
