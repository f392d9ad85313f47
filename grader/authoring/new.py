"""``grade new``: a small exercise that works, to write over."""

import re
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from grader.course import Course, find_course
from grader.course.exercise import check_name
from grader.course.targets import find_chapter
from grader.faults import AuthorFault, UsageFault
from grader.language import say

_TEMPLATE = "template"
_CHAPTER_ID = re.compile(r"ch(\d+)_[a-z]\w*")
_CHAPTERS = re.compile(r"^chapters\s*=\s*\[(?P<inside>[^\]]*)\]", re.MULTILINE)


def course_to_write(asked: Path | None) -> Course:
    """The course that an exercise goes into: --course, else the nearest upward.

    Raises UsageFault where there is neither: the course that comes with torchgrade is no place for others' exercises.
    """
    found = find_course(asked)
    if asked is None and not Path.cwd().resolve().is_relative_to(found.root):
        raise UsageFault(
            say(
                "There is no course here. Name one with --course FOLDER, or begin one: write a file course.toml with "
                'the two lines `title = "My course"` and `chapters = ["ch01_basics"]`, and say this again in its '
                "folder."
            )
        )
    return found


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
    # Many students' disks don't tell upper from lower case.
    taken = {exercise.rpartition("/")[2].casefold(): exercise for exercise in course.numbers}
    if name.casefold() in taken:
        raise UsageFault(f"There is an exercise {taken[name.casefold()]}; take another name.")
    files = [] if id in {chapter.id for chapter in course.chapters} else [_added_to_settings(course, id)]
    if not (course.root / "exercises" / id).is_dir():
        files += _chapter_files(course, id)
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


def _added_to_settings(course: Course, id: str) -> Path:
    """course.toml, with the chapter in its list."""
    settings = course.root / "course.toml"
    text = settings.read_text(encoding="utf-8")
    match = _CHAPTERS.search(text)
    if match is None:
        raise AuthorFault(f"{settings}: write chapters as one list of names, to which {id} can be added.")
    inside = match["inside"].rstrip().removesuffix(",")
    names = f'{inside}, "{id}"' if inside.strip() else f'"{id}"'
    settings.write_text(text[: match.start("inside")] + names + text[match.end("inside") :], "utf-8")
    return settings


def _chapter_files(course: Course, id: str) -> list[Path]:
    """The chapter's folder, with a statement to write over."""
    match = _CHAPTER_ID.fullmatch(id)
    name = id.removeprefix(f"ch{match[1]}_") if match else id
    title = name.replace("_", " ").capitalize()
    words = {"Chapter NUMBER: TITLE": title, "第 NUMBER 章：TITLE": title}
    if match:
        words = {"NUMBER": str(int(match[1])), "TITLE": title}
    return _written("chapter", course.root / "exercises" / id, words)


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
