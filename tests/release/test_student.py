"""The student version: nothing hidden in it, and it works."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.course import Course, load_course
from grader.course.targets import resolve_targets
from grader.faults import InfrastructureFault, UsageFault
from grader.judge.session import grade
from grader.release.student import MARK, Release, release, write_release
from grader.release.tree import text
from grader.report import plain, terminal
from grader.report.model import Report
from grader.sandbox import open_sandbox
from grader.submission import read_submission
from tests.release.handover import RIGHT, TWICE, WRONG, canaries


def test_the_whole_course_holds_the_canaries(course: Course) -> None:
    """The control: what the next test looks for can be found."""
    found = canaries(course.root)
    assert len(found) >= 30
    assert {"canary-in-hidden-data", "canary-in-the-waivers", "canary-in-a-name-of-a-wrong-answer"} <= found


def test_a_release_holds_no_canary(released: Path) -> None:
    assert canaries(released) == set()


def test_a_release_holds_what_a_student_needs(released: Path) -> None:
    there = {path.relative_to(released).as_posix() for path in released.rglob("*") if path.is_file()}
    first, second = "exercises/ch01_first", "exercises/ch02_second"
    own = ("README.md", "README.zh.md", "checks.py", "checks.zh.po", "exercise.toml", "fixtures.py", "slope.py")
    assert there == {
        MARK, "course.toml", "data/points.npz", "exercises/conftest.py",
        f"{first}/README.md", f"{first}/shape.txt",
        *(f"{first}/slope/{name}" for name in own),
        f"{second}/README.md",
        *(f"{second}/twice/{name}" for name in ("README.md", "checks.py", "exercise.toml", "twice.py")),
    }  # fmt: skip


def test_settings_survive(course: Course, released: Path) -> None:
    """Hints, titles, limits, numbers and points are those of the whole course."""
    whole, part = course.exercises[0], load_course(released).exercises[0]
    assert not load_course(released).problems
    same = ("id", "number", "title", "title_zh", "points", "limits", "forbid", "uses", "hints")
    assert [getattr(part, name) for name in same] == [getattr(whole, name) for name in same]
    assert part.elsewhere is not None
    assert (part.elsewhere.checks, part.elsewhere.weight) == (4, 6.0)


def test_translations_of_visible_checks_come_along(released: Path) -> None:
    words = (released / "exercises/ch01_first/slope/checks.zh.po").read_text(encoding="utf-8")
    assert 'msgid "The example of the statement"\nmsgstr "题目中的例子"' in words
    assert "Right for the secret number" not in words


def test_counts(made: Release) -> None:
    assert (made.visible, made.hidden, made.warnings) == (7, 5, [])


@pytest.fixture(scope="module")
def reports(released: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """What a student gets: both exercises right, the first wrong, the second alone."""
    folder = tmp_path_factory.mktemp("work")
    course = load_course(released)
    with open_sandbox("auto", hidden=[released]) as sandbox:

        def graded(targets: list[str], **files: str) -> Report:
            for name, content in files.items():
                (folder / f"{name}.py").write_text(content)
            exercises = resolve_targets(course, targets)
            return grade(exercises, read_submission(folder, course.exercises), sandbox, course=course)

        return {
            "right": graded(["ch1", "ch2"], slope=RIGHT, twice=TWICE),
            "wrong": graded(["ch1", "ch2"], slope=WRONG, twice=TWICE),
            "alone": graded(["ch2"], slope=RIGHT, twice=TWICE),
        }


@pytest.mark.sandbox
@pytest.mark.slow
def test_visible_checks_run_and_the_others_are_said_to_be_elsewhere(reports: dict[str, Report]) -> None:
    report = reports["right"]
    assert all(check.cause.passed and check.visibility == "visible" for e in report.exercises for check in e.checks)
    assert [len(exercise.checks) for exercise in report.exercises] == [6, 1]
    said = "7 of 7 visible checks passed; 5 hidden checks are graded elsewhere, where you hand in."
    assert plain.summary_text(report) == said
    assert "5 hidden checks are graded elsewhere" in terminal.render(report, width=120)


@pytest.mark.sandbox
@pytest.mark.slow
def test_points_are_those_of_the_whole_course(reports: dict[str, Report]) -> None:
    """6 points over weights of 6 here and 6 elsewhere: 3 can be had here."""
    first = reports["right"].exercises[0]
    assert (first.points, first.max_points) == (3.0, 3.0)
    wrong = reports["wrong"].exercises[0]
    assert 0 < wrong.points < wrong.max_points == 3.0


@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.parametrize("which", ["wrong", "alone"])
def test_what_needs_a_solution_says_so_in_one_sentence(reports: dict[str, Report], which: str) -> None:
    later = reports[which].exercises[-1]
    assert [check.cause.value for check in later.checks] == ["skipped"]
    assert later.notice is not None
    assert later.notice.headline == (
        "This builds on 1.1 Slope, which does not pass yet, and there is no solution of it here: "
        "finish that one first, then grade both."
    )
    assert not later.uses


def test_an_exercise_without_a_visible_check_is_graded_elsewhere(
    course: Course, released: Path, tmp_path: Path
) -> None:
    """Needs no sandbox: there is nothing to run."""
    copy = shutil.copytree(released, tmp_path / "copy")
    (copy / "exercises/ch02_second/twice/checks.py").unlink()
    part = load_course(copy)
    (tmp_path / "twice.py").write_text(TWICE)
    exercise = part.exercises[1]
    submission = read_submission(tmp_path / "twice.py", [exercise])

    class NoSandbox:
        name, isolation = "none", "none"

        def barriers(self) -> tuple[()]:
            return ()

    report = grade([exercise], submission, NoSandbox(), course=part)  # type: ignore[arg-type]
    assert report.exercises[0].checks == []
    assert "graded where you hand in" in plain.summary_text(report)
    assert report.exercises[0].hidden_elsewhere == 1


def test_a_new_release_takes_the_place_of_the_old(made: Release, tmp_path: Path) -> None:
    target = tmp_path / "course"
    write_release(made, target)
    smaller = replace(made, files={"course.toml": text("title"), MARK: made.files[MARK]})
    write_release(smaller, target)
    assert {path.name for path in target.rglob("*")} == {"course.toml", MARK}
    assert [path.name for path in tmp_path.iterdir()] == ["course"]


@pytest.mark.parametrize("name", ["exercises/ch01_first/__pycache__/checks.cpython-311.pyc", "exercises/.DS_Store"])
def test_what_comes_by_itself_is_no_file_of_one_s_own(made: Release, tmp_path: Path, name: str) -> None:
    write_release(made, tmp_path / "out")
    there = tmp_path / "out" / name
    there.parent.mkdir(exist_ok=True)
    there.write_bytes(b"x")
    write_release(made, tmp_path / "out")
    assert not there.exists()


@pytest.mark.parametrize("name", ["mine.py", "exercises/ch01_first/slope/solution.py"])
def test_what_no_release_wrote_is_not_written_over(made: Release, tmp_path: Path, name: str) -> None:
    target = tmp_path / "course"
    write_release(made, target)
    (target / name).write_text("mine")
    with pytest.raises(UsageFault, match=f"holds {name}, which no release wrote"):
        write_release(made, target)
    assert (target / name).read_text() == "mine"


def test_a_folder_of_something_else_is_refused(made: Release, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(UsageFault, match="is no release"):
        write_release(made, tmp_path)
    file = tmp_path / "thesis.tex"
    with pytest.raises(UsageFault, match="is no folder"):
        write_release(made, file)
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageFault, match="is no folder"):
        write_release(made, link)


def test_a_release_that_cannot_be_written_leaves_the_old_one(
    made: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "course"
    write_release(made, target)
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    rename, seen = Path.rename, []

    def fails_once(self: Path, to: Path) -> Path:
        seen.append(to)
        if len(seen) == 2:
            raise OSError(28, "No space left on device")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", fails_once)
    with pytest.raises(InfrastructureFault, match="no space left"):
        write_release(made, target)
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["course"]


def test_what_an_exercise_builds_on_must_be_released_too(course: Course) -> None:
    with pytest.raises(UsageFault, match=r"2\.1 twice builds on 1\.1 ch01_first/slope: release that one too"):
        release(course, course.exercises[1:])


def test_a_chapter_alone(course: Course, tmp_path: Path) -> None:
    write_release(release(course, course.exercises[:1]), tmp_path / "one")
    part = load_course(tmp_path / "one")
    assert [exercise.id for exercise in part.exercises] == ["ch01_first/slope"]
    assert not (tmp_path / "one" / "exercises" / "ch02_second").exists()
    assert canaries(tmp_path / "one") == set()


def test_a_link_is_refused(course: Course, tmp_path: Path) -> None:
    copy = shutil.copytree(course.root, tmp_path / "copy")
    stub = copy / "exercises/ch01_first/slope/slope.py"
    stub.unlink()
    os.symlink(copy / "solutions/ch01_first/slope/slope.py", stub)
    part = load_course(copy)
    with pytest.raises(Exception, match="is a link"):
        release(part, part.exercises)
