from pathlib import Path

import pytest

from grader.course import Course, Workspace, find_workspace, load_course
from grader.course.workspace import make_workspace
from grader.faults import InfrastructureFault, UsageFault


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return make_workspace(tmp_path / "home", None)


def test_start_puts_stubs_beside_statements(tiny: Course, workspace: Workspace) -> None:
    placed = workspace.start(tiny.chapters[0].exercises, tiny)
    assert all(file.new for file in placed)
    names = {path.relative_to(workspace.root).as_posix() for path in workspace.root.rglob("*.*") if path.is_file()}
    assert names - {".torchgrade/workspace.json"} == {
        f"ch01_basics/{name}"
        for name in (
            "README.md", "README.zh.md", "scale.py", "scale.md", "scale.zh.md",
            "column_means.py", "column_means.md", "column_means.zh.md",
        )
    }  # fmt: skip
    scale = tiny.exercise("ch01_basics/scale")
    assert workspace.file(scale).read_bytes() == scale.stub.read_bytes()


def test_nothing_hidden_is_put_down(tiny: Course, workspace: Workspace) -> None:
    workspace.start(tiny.exercises, tiny)
    written = b"".join(path.read_bytes() for path in workspace.root.rglob("*") if path.is_file())
    for exercise in tiny.exercises:
        for hidden in (exercise.checks, exercise.reference, *exercise.wrong(), *exercise.right()):
            assert hidden.read_bytes() not in written


def test_starting_again_adds_only_what_is_missing(tiny: Course, workspace: Workspace) -> None:
    scale, means = tiny.chapters[0].exercises
    workspace.start([scale], tiny)
    workspace.file(scale).write_text("my work")
    workspace.file(scale).with_suffix(".md").unlink()
    placed = {file.path.name: file.new for file in workspace.start([scale, means], tiny)}
    assert workspace.file(scale).read_text() == "my work"
    assert placed["scale.py"] is False
    assert placed["README.md"] is False
    assert placed["scale.md"] is True
    assert placed["column_means.py"] is True


def test_fixtures_that_a_student_may_see_come_along(copied: Path, workspace: Workspace) -> None:
    (copied / "exercises/ch01_basics/scale/fixtures.py").write_text("SIZE = 3\n")
    course = load_course(copied)
    workspace.start([course.exercise("ch01_basics/scale")], course)
    assert (workspace.root / "ch01_basics/fixtures/scale.py").read_text() == "SIZE = 3\n"


def test_only_the_courses_languages_are_put_down(copied: Path, workspace: Workspace) -> None:
    settings = copied / "course.toml"
    settings.write_text(settings.read_text().replace('["en", "zh"]', '["en"]'))
    course = load_course(copied)
    workspace.start(course.exercises, course)
    assert not list(workspace.root.rglob("*.zh.md"))


def test_a_file_in_the_place_of_the_chapters_folder(tiny: Course, workspace: Workspace) -> None:
    (workspace.root / "ch01_basics").write_text("mine")
    with pytest.raises(UsageFault, match="ch01_basics is a file"):
        workspace.start(tiny.exercises, tiny)
    assert (workspace.root / "ch01_basics").read_text() == "mine"


def test_a_workspace_is_found_from_inside(workspace: Workspace, tmp_path: Path) -> None:
    inside = workspace.root / "ch01_basics" / "deeper"
    inside.mkdir(parents=True)
    assert find_workspace(inside) == workspace
    assert find_workspace(workspace.root) == workspace
    assert find_workspace(tmp_path) is None
    assert workspace.chapter_here(inside) == "ch01_basics"
    assert workspace.chapter_here(workspace.root) is None


def test_the_course_is_remembered_once(tmp_path: Path) -> None:
    first = make_workspace(tmp_path, tmp_path / "course")
    again = make_workspace(tmp_path, None)
    assert first.remembered_course() == again.remembered_course() == tmp_path / "course"


def test_no_course_is_remembered_where_it_was_the_bundled_one(workspace: Workspace) -> None:
    assert workspace.remembered_course() is None
    (workspace.root / ".torchgrade/workspace.json").unlink()
    assert workspace.remembered_course() is None


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"course": 3}', "\xff"])
def test_a_damaged_mark_is_one_sentence(workspace: Workspace, content: str) -> None:
    (workspace.root / ".torchgrade/workspace.json").write_bytes(content.encode("latin-1"))
    with pytest.raises(InfrastructureFault, match="delete it, your work is not in it"):
        workspace.remembered_course()
