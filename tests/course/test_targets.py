import shutil
from pathlib import Path

import pytest

from grader.course import Course, load_course, resolve_targets
from grader.course.targets import require_chapter
from grader.faults import AuthorFault, UsageFault


def names(course: Course, *targets: str, only: tuple[str, ...] = ()) -> list[str]:
    return [exercise.name for exercise in resolve_targets(course, targets, only)]


@pytest.mark.parametrize(
    "target", ["1", "01", "ch1", "ch01", "CH1", "ch01_basics", "ch01_basics/", "./ch01_basics", "basics"]
)
def test_a_chapter_by_any_of_its_names(tiny: Course, target: str) -> None:
    assert names(tiny, target) == ["scale", "column_means"]


@pytest.mark.parametrize(
    "target",
    [
        "1.2", "ch1.2", "ch01.02", "column_means", "Column_Means", "column_means.py", "ch01_basics/column_means",
        "ch01_basics/column_means.py", "ch1/column_means", "1/column_means", "./ch01_basics/column_means.py", "1/2",
    ],
)  # fmt: skip
def test_an_exercise_by_any_of_its_names(tiny: Course, target: str) -> None:
    assert names(tiny, target) == ["column_means"]


def test_several_targets_keep_their_order_and_come_once(tiny: Course) -> None:
    assert names(tiny, "2", "1.2", "ch1", "column_means") == ["standardise", "column_means", "scale"]


def test_only_keeps_those_named(tiny: Course) -> None:
    assert names(tiny, "1", "2", only=("standardise", "1.1")) == ["scale", "standardise"]
    with pytest.raises(UsageFault, match=r"--only scal: .* Did you mean scale\?"):
        names(tiny, "1", only=("scal",))
    with pytest.raises(UsageFault, match="not among what is to be graded"):
        names(tiny, "2", only=("scale",))


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("ch9", "this course has ch1, ch2"),
        ("0", "this course has ch1, ch2"),
        ("1.3", "ch01_basics has 1.1 to 1.2"),
        ("9.1", "this course has ch1, ch2"),
        ("standardize", "Did you mean standardise"),
        ("colum_means", "Did you mean column_means"),
        ("ch01_basic", "Did you mean ch01_basics"),
        ("ch2/scale", "There is no chapter or exercise ch2/scale"),
        ("quux", "`grade list` shows what there is"),
        ("", "There is no chapter or exercise"),
        ("../../etc/passwd", "There is no chapter or exercise"),
    ],
)
def test_what_is_not_there_is_told_with_the_nearest_names(tiny: Course, target: str, says: str) -> None:
    with pytest.raises(UsageFault) as caught:
        names(tiny, target)
    assert says in str(caught.value)


def test_a_chapter_is_asked_for_where_only_a_chapter_will_do(tiny: Course) -> None:
    assert require_chapter(tiny, "2").id == "ch02_reuse"
    with pytest.raises(UsageFault, match="no chapter scale: this course has ch1, ch2"):
        require_chapter(tiny, "scale")


def test_a_name_in_two_chapters_asks_which(copied: Path) -> None:
    shutil.copytree(copied / "exercises/ch01_basics/scale", copied / "exercises/ch02_reuse/scale")
    course = load_course(copied)
    with pytest.raises(UsageFault, match="say ch01_basics/scale or ch02_reuse/scale"):
        names(course, "scale")
    assert [e.id for e in resolve_targets(course, ["ch2/scale"])] == ["ch02_reuse/scale"]


def test_a_broken_exercise_says_why(copied: Path) -> None:
    (copied / "exercises/ch02_reuse/standardise/exercise.toml").write_text("titel = 1")
    course = load_course(copied)
    for target in ("standardise", "ch02_reuse/standardise", "ch2", "2.1"):
        with pytest.raises(AuthorFault, match="no key titel"):
            names(course, target)
