"""The student version of a course: what `grade release` writes.

Nothing is copied that is not named here: stubs, statements, settings without their comments, fixtures, the checks that
are marked visible with what they need, and files that one of these names.
"""

import ast
import json
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader import __version__
from grader.course import Chapter, Course, Exercise
from grader.course.content import course_files
from grader.faults import AuthorFault, UsageFault
from grader.language import say
from grader.release import toml
from grader.release.pruning import asked_for
from grader.release.tree import File, Tree, text, write_folder
from grader.release.visible import VisibleChecks, visible_checks, visible_part
from grader.release.words import catalogues, visible_words

MARK = ".torchgrade-release"
_FORMAT = 1
_DROPPINGS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})  # of file managers


@dataclass(slots=True)
class Release:
    """The files of a student version, and what their author should know."""

    files: dict[str, File] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    visible: int = 0
    hidden: int = 0


def release(course: Course, exercises: Sequence[Exercise]) -> Release:
    """The student version of these exercises. Imports torch: the checks are collected as for grading.

    Raises UsageFault where one of them builds on an exercise that is not among them, AuthorFault where checks can't be
    collected, with or without the hidden ones.
    """
    _refuse_gaps(course, exercises)
    made = Release()
    shown: list[VisibleChecks] = []
    for exercise in exercises:
        shown.append(_add_exercise(exercise, course, made))
    for chapter in _chapters(course, exercises):
        _add_pages(chapter.folder, f"exercises/{chapter.id}", made)
    _add_conftests(course, exercises, shown, made)
    _add_named_files(course, exercises, made)
    _add_data(course, exercises, made)
    made.files["course.toml"] = text(toml.dumped(_course_settings(course, exercises)))
    made.files[MARK] = text(_mark(made.files))
    return made


def write_release(made: Release, target: Path) -> None:
    """Put the student version at ``target``, all of it or nothing.

    Raises UsageFault where something is there that is no earlier release, or that a release did not write.
    """
    refuse_foreign(target)
    write_folder(made.files, target)


def refuse_foreign(target: Path) -> None:
    """Raises UsageFault where ``target`` must not be written over."""
    if not target.exists() and not target.is_symlink():
        return
    if not target.is_dir() or target.is_symlink():
        raise UsageFault(
            say("{target} is no folder: name a new one, or one that holds an earlier release.", target=target)
        )
    there = _found(target)
    if not there:
        return
    if MARK not in there:
        raise UsageFault(
            say("{target} holds something that is no release of a course: name a new folder.", target=target)
        )
    foreign = sorted(there - _written(target / MARK) - {MARK})
    if foreign:
        raise UsageFault(
            say(
                "{target} holds {foreign}, which no release wrote: move it away, or name a new folder.",
                target=target,
                foreign=foreign[0],
            )
        )


def refuse_release(course: Course) -> None:
    """Raises UsageFault where ``course`` is a release itself: who made something of it would lose the hidden checks."""
    if (course.root / MARK).is_file():
        raise UsageFault(
            say(
                "{course} is a release: it has no hidden checks. Name the course that it was made of with --course.",
                course=course.root,
            )
        )


def _found(folder: Path) -> set[str]:
    """The files below ``folder``, but for those that come by themselves when one grades with it or looks at it."""
    files = (path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
    kept = (path for path in files if path.name not in _DROPPINGS and path.parent.name != "__pycache__")
    return {path.relative_to(folder).as_posix() for path in kept}


def _written(mark: Path) -> set[str]:
    try:
        return set(json.loads(mark.read_text(encoding="utf-8"))["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _mark(files: Tree) -> str:
    record = {"format": _FORMAT, "torchgrade": __version__, "files": sorted(files)}
    return json.dumps(record, indent=1) + "\n"


def _refuse_gaps(course: Course, exercises: Sequence[Exercise]) -> None:
    there = {exercise.id for exercise in exercises}
    for exercise in exercises:
        for used in exercise.uses:
            if used not in there:
                number = course.numbers[used]
                raise UsageFault(
                    say(
                        "{exercise} builds on {used}: release that one too.",
                        exercise=f"{exercise.number} {exercise.name}",
                        used=f"{number} {used}",
                    )
                )


def _chapters(course: Course, exercises: Iterable[Exercise]) -> Iterator[Chapter]:
    wanted = {exercise.chapter for exercise in exercises}
    yield from (chapter for chapter in course.chapters if chapter.id in wanted)


def _add_exercise(exercise: Exercise, course: Course, made: Release) -> VisibleChecks:
    here = f"exercises/{exercise.id}"
    _add_pages(exercise.folder, here, made)
    made.files[f"{here}/{exercise.file}"] = _read(exercise.stub)
    if exercise.fixtures is not None:
        made.files[f"{here}/fixtures.py"] = _read(exercise.fixtures)
    checks = visible_checks(exercise, course)
    made.warnings += checks.warnings
    if checks.source:
        made.files[f"{here}/checks.py"] = text(checks.source)
        code = [made.files[f"{here}/{n}"].content for n in ("checks.py", "fixtures.py") if f"{here}/{n}" in made.files]
        for path in catalogues(exercise):
            made.files[f"{here}/{path.name}"] = File(visible_words(path, code))
    settings = _settings(exercise.folder / "exercise.toml")
    settings["release"] = {"hidden_checks": checks.hidden, "hidden_weight": checks.hidden_weight}
    made.files[f"{here}/exercise.toml"] = text(toml.dumped(settings))
    made.visible += len(checks.ids)
    made.hidden += checks.hidden
    return checks


def _add_pages(folder: Path, here: str, made: Release) -> None:
    for path in sorted(folder.glob("README*.md")):
        made.files[f"{here}/{path.name}"] = _read(path)


def _add_conftests(course: Course, exercises: Sequence[Exercise], shown: list[VisibleChecks], made: Release) -> None:
    """conftest.py of exercises, chapters and the course, with the fixtures that visible checks ask for."""
    asked = {name for checks in shown for name in asked_for(checks.source)}
    root = course.root / "exercises"
    folders = {root, *(e.folder for e in exercises), *(e.folder.parent for e in exercises)}
    for path in (folder / "conftest.py" for folder in sorted(folders)):
        if path.is_file():
            cut = visible_part(_read(path).content.decode(), asked)
            made.files[path.relative_to(course.root).as_posix()] = text(cut)


def _add_named_files(course: Course, exercises: Sequence[Exercise], made: Release) -> None:
    """Figures of statements and the like: what lies in a folder of the release and is named by something in it."""
    folders = {e.folder for e in exercises} | {e.folder.parent for e in exercises}
    others = [path for path in course_files(course.root) if set(path.parents) & folders]
    waiting = [path for path in others if _is_free(path, folders) and not path.is_symlink()]
    while True:
        said = "\n".join(file.content.decode(errors="replace") for file in made.files.values())
        named = [path for path in waiting if path.name in said]
        if not named:
            return
        for path in named:
            made.files[path.relative_to(course.root).as_posix()] = _read(path)
        waiting = [path for path in waiting if path not in named]


def _is_free(path: Path, folders: set[Path]) -> bool:
    """Whether it is up to others whether a file is in the release: not where it is one of an exercise's own."""
    if path.suffix in (".py", ".po") or path.name in ("exercise.toml", "conftest.py") or path.name.startswith("README"):
        return False
    exercise = next((folder for folder in path.parents if (folder / "exercise.toml").is_file()), None)
    return exercise is None or exercise in folders


def _add_data(course: Course, exercises: Sequence[Exercise], made: Release) -> None:
    """Data sets that an exercise declares or asks for, and that its stub, fixtures or visible checks name."""
    names = {name for exercise in exercises for name in _data_named(exercise, made)}
    for path in sorted(course.data_folder.glob("*")):
        if path.is_file() and path.suffix in (".npz", ".txt") and path.stem in names:
            made.files[f"data/{path.name}"] = _read(path)


def _data_named(exercise: Exercise, made: Release) -> Iterator[str]:
    here = f"exercises/{exercise.id}"
    for name in (exercise.file, "fixtures.py", "checks.py"):
        source = made.files[f"{here}/{name}"].content.decode() if f"{here}/{name}" in made.files else ""
        asks = "course_data" in source
        yield from (each for each in _constants(source) if asks or each in exercise.data)


def _constants(source: str) -> Iterator[str]:
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a stub may be a riddle
        return
    yield from (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def _course_settings(course: Course, exercises: Sequence[Exercise]) -> dict[str, object]:
    settings = _settings(course.root / "course.toml")
    ids = [exercise.id for exercise in exercises]
    chapters = [chapter.id for chapter in _chapters(course, exercises)]
    # Every exercise by name: numbers stay what they are in the whole course, as far as what is left out comes last.
    order = {c.id: [e.name for e in c.exercises if e.id in ids] for c in course.chapters if c.id in chapters}
    return settings | {"chapters": chapters, "order": order}


def _settings(path: Path) -> dict[str, object]:
    return tomllib.loads(_read(path).content.decode())


def _read(path: Path) -> File:
    if path.is_symlink():
        raise AuthorFault(say("{path} is a link: a release holds files only.", path=path))
    try:
        return File(path.read_bytes())
    except OSError as error:
        raise AuthorFault(say("{path} can't be read: {reason}.", path=path, reason=error.strerror or error)) from error
