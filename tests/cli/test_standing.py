"""Where a student stands: what has been begun, in files and in notebooks."""

from pathlib import Path

from grader.cli.standing import begun_in
from grader.course import load_course
from grader.course.workspace import make_workspace
from tests.cli.conftest import TINY
from tests.notebook.notebooks import notebook

COURSE = load_course(TINY)
SCALE, MEANS = COURSE.exercise("ch01_basics/scale"), COURSE.exercise("ch01_basics/column_means")


def test_begun_means_that_the_stub_was_changed(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path, TINY)
    assert begun_in(workspace, COURSE.exercises) == frozenset()
    workspace.start([SCALE], COURSE)
    assert begun_in(workspace, COURSE.exercises) == frozenset()
    workspace.file(SCALE).write_text("x = 1")
    assert begun_in(workspace, COURSE.exercises) == {SCALE.id}
    assert begun_in(None, COURSE.exercises) == frozenset()


def test_what_is_in_a_notebook_or_can_t_be_read_is_begun_too(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path, TINY)
    workspace.start([SCALE, MEANS], COURSE)
    workspace.file(SCALE).write_bytes(b"\xff")
    (workspace.folder("ch01_basics") / "ch1.ipynb").write_bytes(notebook("# grade: column_means\nx = 1"))
    assert begun_in(workspace, [SCALE, MEANS]) == {SCALE.id, MEANS.id}
