"""Courses on disk and a student's way through them: course.toml, exercises, workspaces, progress.

Reads and writes plain files only: it imports neither torch nor the judge, so that ``grade list`` is quick.
Trusted side.
"""

from grader.course.catalogue import Chapter, Course, load_course
from grader.course.discovery import find_course
from grader.course.exercise import Exercise, Forbid, Hint
from grader.course.progress import Progress, Record
from grader.course.targets import resolve_targets
from grader.course.workspace import Workspace, find_workspace

__all__ = [
    "Chapter",
    "Course",
    "Exercise",
    "Forbid",
    "Hint",
    "Progress",
    "Record",
    "Workspace",
    "find_course",
    "find_workspace",
    "load_course",
    "resolve_targets",
]
