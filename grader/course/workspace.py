"""A student's workspace: a folder a chapter, with a file an exercise beside the statements.

``grade start`` marks the folder that holds the chapters with ``.torchgrade/``; grading looks upward for that mark.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.course.catalogue import Course
from grader.course.exercise import Exercise
from grader.course.files import create, explained
from grader.course.progress import Progress
from grader.faults import InfrastructureFault, UsageFault
from grader.language import say

MARK = ".torchgrade"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Placed:
    """A file that ``start`` was to put down: ``new``, or kept as it was found."""

    path: Path
    new: bool


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder that holds a student's chapters."""

    root: Path

    @property
    def progress(self) -> Progress:
        return Progress(self.root / MARK)

    def folder(self, chapter: str) -> Path:
        return self.root / chapter

    def file(self, exercise: Exercise) -> Path:
        """Where the student writes the exercise."""
        return self.root / exercise.chapter / exercise.file

    def remembered_course(self) -> Path | None:
        """The course that the workspace was started from, where that was not the bundled one."""
        path = self.root / MARK / "workspace.json"
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            return Path(record["course"]) if record["course"] else None
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InfrastructureFault(
                say("{path} can't be read ({error}); delete it, your work is not in it.", path=path, error=error)
            ) from error

    def chapter_here(self, folder: Path) -> str | None:
        """The chapter in whose folder one stands, if in any."""
        parts = folder.resolve().relative_to(self.root.resolve()).parts
        return parts[0] if parts and parts[0] != MARK else None

    def start(self, exercises: Iterable[Exercise], course: Course) -> list[Placed]:
        """Put down statements and stubs; what is there already stays as it is.

        Raises UsageFault where a file stands in the way of a folder, InfrastructureFault where one can't write.
        """
        placed: dict[Path, Placed] = {}
        for exercise in exercises:
            for place, source in workspace_files(exercise, course):
                path = self.root / place
                if path not in placed:
                    placed[path] = self.put(path, source.read_bytes())
        return list(placed.values())

    def put(self, path: Path, content: bytes) -> Placed:
        """Put down one file, unless there is something at ``path`` already. Raises as ``start`` does."""
        _make_folder(path.parent)
        return Placed(path, create(path, content))


def workspace_files(exercise: Exercise, course: Course) -> Iterator[tuple[Path, Path]]:
    """(where in a workspace, from where) of everything that belongs to an exercise, its chapter's pages first."""
    folder = Path(exercise.chapter)
    for suffix in _suffixes(course):
        page = exercise.folder.parent / f"README{suffix}.md"
        if page.is_file():
            yield folder / page.name, page
    yield folder / exercise.file, exercise.stub
    for suffix in _suffixes(course):
        statement = exercise.folder / f"README{suffix}.md"
        if statement.is_file():
            yield folder / f"{exercise.name}{suffix}.md", statement
    if exercise.fixtures is not None:
        yield folder / "fixtures" / exercise.file, exercise.fixtures


def _suffixes(course: Course) -> list[str]:
    """ "" for README.md, ".zh" for README.zh.md; the statement's first language has no suffix."""
    return ["", *(f".{language}" for language in course.languages if language != "en")]


def find_workspace(start: Path | None = None) -> Workspace | None:
    """The workspace at or above ``start`` (default: the current folder)."""
    here = (start or Path.cwd()).resolve()
    return next((Workspace(folder) for folder in (here, *here.parents) if (folder / MARK).is_dir()), None)


def make_workspace(root: Path, course: Path | None) -> Workspace:
    """Mark ``root`` as a workspace; ``course`` is remembered (None: the bundled one)."""
    _make_folder(root / MARK)
    create(root / MARK / "workspace.json", workspace_record(course).encode())
    return Workspace(root)


def workspace_record(course: Path | None) -> str:
    """What workspace.json holds; ``course`` None: the nearest one upward, else the bundled one."""
    return json.dumps({"format": _FORMAT, "course": str(course) if course else None}, indent=2) + "\n"


def _make_folder(path: Path) -> None:
    blocker = next((p for p in (path, *path.parents) if p.exists() and not p.is_dir()), None)
    if blocker is not None:
        raise UsageFault(
            say("{blocker} is a file, and a folder of that name is needed; move it away first.", blocker=blocker)
        )
    with explained(path):
        path.mkdir(parents=True, exist_ok=True)
