"""Where a command works: the workspace one stands in and the course that goes with it."""

from dataclasses import dataclass
from pathlib import Path

from grader.course import Course, Workspace, find_course, find_workspace
from grader.faults import UsageFault
from grader.language import say


@dataclass(frozen=True, slots=True)
class Place:
    """The course, and the workspace where one stands in one."""

    course: Course
    workspace: Workspace | None

    def require_workspace(self) -> Workspace:
        """The workspace. Raises UsageFault where there is none."""
        if self.workspace is None:
            first = f"ch{self.course.chapters[0].number}"
            raise UsageFault(
                say(
                    "This folder is no workspace: go to the one where you ran `grade start`, or run `grade "
                    "start {first}`.",
                    first=first,
                )
            )
        return self.workspace


def find_place(asked_course: Path | None) -> Place:
    """Look from the current folder upward. Raises UsageFault or AuthorFault as ``find_course`` does."""
    workspace = find_workspace()
    remembered = workspace.remembered_course() if workspace and asked_course is None else None
    return Place(find_course(asked_course, remembered=remembered), workspace)
