"""``grade new``: a small exercise that works, to write over."""

import re
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from grader.course import Course
from grader.course.exercise import check_name
from grader.course.targets import find_chapter
from grader.faults import AuthorFault, UsageFault

_TEMPLATE = "template"
_CHAPTER_ID = re.compile(r"ch(\d+)_[a-z]\w*")
_CHAPTERS = re.compile(r"^chapters\s*=\s*\[(?P<inside>[^\]]*)\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Made:
    """What was written, and the id of the new exercise."""

    exercise: str
    files: tuple[Path, ...]


def new_exercise(course: Course, name: str, chapter: str | None = None) -> Made:
    """Write an exercise into a chapter, by default the last. A chapter as ch07_attention is made where there is none.

    Raises UsageFault for a name that can't be one or is taken, AuthorFault where course.toml can't be added to.
    """
    try:
        check_name(name)
    except AuthorFault as fault:
        raise UsageFault(str(fault)) from None
    id = _chapter_id(course, chapter)
    taken = {exercise.rpartition("/")[2]: exercise for exercise in course.numbers}
    if name in taken:
        raise UsageFault(f"There is an exercise {taken[name]}; take another name.")
    files = _new_chapter(course, id) if id not in {chapter.id for chapter in course.chapters} else []
    words = {"NAME": name, "TITLE": name.replace("_", " ").capitalize()}
    files += _written("exercise", course.root / "exercises" / id / name, words)
    files += _written("solution", course.root / "solutions" / id / name, words)
    return Made(f"{id}/{name}", tuple(files))


def _chapter_id(course: Course, chapter: str | None) -> str:
    """The chapter that is meant, or the name of one to make."""
    if chapter is None:
        return course.chapters[-1].id
    found = find_chapter(course, chapter)
    if found is not None:
        return found.id
    match = _CHAPTER_ID.fullmatch(chapter)
    if match is None:
        raise UsageFault(f"There is no chapter {chapter}. For a new one give a name such as ch07_attention.")
    if int(match[1]) in {other.number for other in course.chapters}:
        raise UsageFault(f"There is a chapter {int(match[1])} already; give {chapter} another number.")
    return chapter


def _new_chapter(course: Course, id: str) -> list[Path]:
    """Its folder with a statement, and its line in course.toml."""
    settings = course.root / "course.toml"
    text = settings.read_text(encoding="utf-8")
    match = _CHAPTERS.search(text)
    if match is None:
        raise AuthorFault(f"{settings}: write chapters as one list of names, to which {id} can be added.")
    inside = match["inside"].rstrip().removesuffix(",")
    settings.write_text(text[: match.start("inside")] + f'{inside}, "{id}"' + text[match.end("inside") :], "utf-8")
    number, _, title = id.removeprefix("ch").partition("_")
    words = {"NUMBER": str(int(number)), "TITLE": title.replace("_", " ").capitalize()}
    return [settings, *_written("chapter", course.root / "exercises" / id, words)]


def _written(part: str, target: Path, words: dict[str, str]) -> list[Path]:
    """The files of one part of the template, with ``words`` in the place of others. Nothing is written over."""
    root = resources.files("grader.authoring") / _TEMPLATE / part
    written = []
    for source, relative in _files(root, Path()):
        path = target / _replaced(str(relative).removesuffix(".txt"), words)
        if path.exists():
            raise UsageFault(f"{path} is there already; move it away or take another name.")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_replaced(source.read_text(encoding="utf-8"), words), encoding="utf-8")
        written.append(path)
    return written


def _files(folder: Traversable, relative: Path) -> list[tuple[Traversable, Path]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        here = relative / entry.name
        if entry.is_dir():
            found += _files(entry, here)
        elif entry.name.endswith(".txt"):
            found.append((entry, here))
    return found


def _replaced(text: str, words: dict[str, str]) -> str:
    for word, meant in words.items():
        text = re.sub(rf"(?<![A-Za-z]){word}(?![A-Za-z])", meant, text)
    return text
