"""Finding a course as git finds a repository: what was asked for, the nearest upward, the bundled one."""

from pathlib import Path

import grader
from grader.course.catalogue import Course, load_course
from grader.faults import UsageFault
from grader.language import say

_PACKAGE = Path(grader.__file__).parent


def find_course(asked: Path | None = None, start: Path | None = None, remembered: Path | None = None) -> Course:
    """The course to work with.

    ``asked`` is --course (a folder, or its course.toml), ``start`` the folder to look upward from (default: the
    current one), ``remembered`` the course that a workspace was started from. Raises UsageFault where ``asked`` or
    ``remembered`` is no course, AuthorFault where the course is broken.
    """
    if asked is not None:
        return load_course(_root(asked, "--course"))
    nearest = _upward(start or Path.cwd())
    if nearest is not None:
        return load_course(nearest)
    if remembered is not None:
        return load_course(_root(remembered, say("The course that this workspace was started from")))
    return load_course(bundled_root())


def bundled_root() -> Path:
    """The course that comes with the package; in a source tree, the one at its root."""
    for root in (_PACKAGE / "bundled", _PACKAGE.parent):
        if (root / "course.toml").is_file():
            return root
    raise UsageFault(say("There is no course here and none came with torchgrade: name one with --course FOLDER."))


def _root(path: Path, what: str) -> Path:
    root = path.parent if path.name == "course.toml" else path
    if not (root / "course.toml").is_file():
        raise UsageFault(
            say("{what}: there is no course.toml in {root}; name a course with --course FOLDER.", what=what, root=root)
        )
    return root


def _upward(start: Path) -> Path | None:
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if (folder / "course.toml").is_file()), None)
