"""Which notebooks may hold the answer to an exercise, by their names."""

import re
from collections.abc import Iterable

from grader.course.exercise import Exercise
from grader.notebook.assemble import is_notebook

Parts = tuple[str, ...]


def own_notebooks(exercise: Exercise) -> list[Parts]:
    """Where a notebook of an exercise alone may lie."""
    name, file, chapter = exercise.name, f"{exercise.name}.ipynb", exercise.chapter
    return [(chapter, file), (chapter, name, file), (name, file), (file,)]


def chapter_notebooks(exercise: Exercise) -> list[Parts]:
    """Where a notebook of its whole chapter may lie: ``ch03_by_hand.ipynb``, ``ch3.ipynb``."""
    return [(*folder, name) for name in _chapter_files(exercise) for folder in ((exercise.chapter,), ())]


def is_named_for(name: str, exercise: Exercise) -> bool:
    """Whether a notebook's name says that it is for the exercise or its chapter: all its cells count then."""
    return name.lower() in {f"{exercise.name}.ipynb".lower(), *(each.lower() for each in _chapter_files(exercise))}


def candidates(exercise: Exercise, names: Iterable[Parts]) -> list[Parts]:
    """The notebooks among ``names`` that may hold an answer, those named for the exercise first, then its chapter.

    One that is named for another exercise of the chapter is none.
    """
    others = {f"{folder.name}.ipynb" for folder in exercise.folder.parent.iterdir()} - {f"{exercise.name}.ipynb"}
    found = [parts for parts in names if is_notebook(parts[-1]) and parts[-1] not in others]
    known = [*own_notebooks(exercise), *chapter_notebooks(exercise)]
    places = {parts: place for place, parts in enumerate(known)}
    own = f"{exercise.name}.ipynb"
    return sorted(found, key=lambda parts: (places.get(parts, len(known)), parts[-1] != own, parts))


def _chapter_files(exercise: Exercise) -> list[str]:
    number = exercise.number.partition(".")[0]
    short = [f"ch{number}.ipynb", f"ch{number:0>2}.ipynb"]
    plain = re.sub(r"^ch\d+_", "", exercise.chapter)
    return [f"{exercise.chapter}.ipynb", *short, f"{plain}.ipynb"]
