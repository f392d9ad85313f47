import shutil
from pathlib import Path

import pytest

from grader.course import Course, load_course
from grader.faults import AuthorFault


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_exercises_come_in_order_with_their_numbers(tiny: Course) -> None:
    assert [(exercise.number, exercise.id) for exercise in tiny.exercises] == [
        ("1.1", "ch01_basics/scale"),
        ("1.2", "ch01_basics/column_means"),
        ("2.1", "ch02_reuse/standardise"),
    ]
    assert not tiny.problems


def test_an_exercise_knows_its_files(tiny: Course) -> None:
    scale = tiny.exercise("ch01_basics/scale")
    assert all(path.is_file() for path in (scale.stub, scale.checks, scale.reference))
    assert [path.stem for path in scale.right()] == ["copy_then_write"]
    assert "adds" in [path.stem for path in scale.wrong()]
    assert scale.fixtures is None
    assert (scale.name, scale.chapter, scale.file) == ("scale", "ch01_basics", "scale.py")


def test_both_languages_and_english_where_there_is_no_other(copied: Path) -> None:
    (copied / "exercises/ch01_basics/scale/README.zh.md").unlink()
    course = load_course(copied)
    assert course.title_in("zh") == "一个很小的课程"
    assert course.chapters[0].title("zh") == "第一步"
    assert course.exercise("ch01_basics/column_means").statement("zh").startswith("# 不用")
    assert course.exercise("ch01_basics/scale").statement("zh").startswith("# Scale")


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("# Chapter 3: By hand", "By hand"),
        ("# 第 3 章：亲手推导", "亲手推导"),
        ("# 第三章 亲手推导", "亲手推导"),
        ("# By hand", "By hand"),
        ("# Chapter 3", "ch01_basics"),
        ("no heading", "ch01_basics"),
    ],
)
def test_a_chapters_title_does_not_say_its_number_again(copied: Path, heading: str, title: str) -> None:
    (copied / "exercises/ch01_basics/README.md").write_text(f"{heading}\n\ntext\n", encoding="utf-8")
    assert load_course(copied).chapters[0].title() == title


def test_limits_are_the_sandboxs_with_what_the_exercise_says(copied: Path) -> None:
    edit(copied / "exercises/ch01_basics/scale/exercise.toml", "wall_seconds = 10\n", "")
    edit(copied / "exercises/ch01_basics/scale/exercise.toml", "cpu_seconds = 5", "cpu_seconds = 40")
    limits = load_course(copied).exercise("ch01_basics/scale").limits
    assert (limits.cpu_seconds, limits.wall_seconds, limits.memory_bytes, limits.threads) == (40, 120, 1 << 30, 1)


def test_numbers_come_from_the_folder_else_from_the_position(copied: Path) -> None:
    (copied / "exercises/ch02_reuse").rename(copied / "exercises/last")
    edit(copied / "course.toml", '"ch02_reuse"', '"last"')
    assert [chapter.number for chapter in load_course(copied).chapters] == [1, 2]
    edit(copied / "course.toml", 'chapters = ["ch01_basics", "last"]', 'chapters = ["last"]')
    edit(copied / "course.toml", "ch01_basics = [", "last = [] #")
    (copied / "exercises/last").rename(copied / "exercises/ch07")
    edit(copied / "course.toml", "last", "ch07")
    assert [chapter.number for chapter in load_course(copied).chapters] == [7]


def test_a_broken_exercise_leaves_the_others_alone(copied: Path) -> None:
    (copied / "exercises/ch01_basics/scale/exercise.toml").write_text("titel = 1")
    course = load_course(copied)
    assert [exercise.number for exercise in course.exercises] == ["1.2", "2.1"]
    with pytest.raises(AuthorFault, match=r"no key titel\. Did you mean title"):
        course.exercise("ch01_basics/scale")
    with pytest.raises(KeyError):
        course.exercise("ch01_basics/other")


def test_a_stub_that_is_missing_is_the_authors_fault(copied: Path) -> None:
    (copied / "exercises/ch01_basics/scale/scale.py").unlink()
    assert "has no stub" in str(load_course(copied).problems["ch01_basics/scale"])


@pytest.mark.parametrize("name", ["random", "torch", "class", "two-words", "checks"])
def test_names_that_checks_could_not_import(copied: Path, name: str) -> None:
    folder = copied / "exercises/ch01_basics" / name
    shutil.copytree(copied / "exercises/ch01_basics/scale", folder)
    (folder / "scale.py").rename(folder / f"{name}.py")
    assert f'"{name}" is ' in str(load_course(copied).problems[f"ch01_basics/{name}"])


def test_what_the_order_names_and_is_not_there(copied: Path) -> None:
    edit(copied / "course.toml", '["scale",', '["scale", "ghost",')
    course = load_course(copied)
    assert "ch01_basics/ghost" in course.problems
    assert course.exercise("ch01_basics/column_means").number == "1.3"


def test_what_the_order_names_twice_comes_once(copied: Path) -> None:
    edit(copied / "course.toml", '["scale",', '["scale", "scale",')
    course = load_course(copied)
    assert [exercise.number for exercise in course.exercises] == ["1.1", "1.2", "2.1"]
    assert list(course.numbers.values()) == ["1.1", "1.2", "2.1"]


def test_a_chapter_without_a_folder_is_a_problem_of_that_chapter(copied: Path) -> None:
    edit(copied / "course.toml", '"ch02_reuse"]', '"ch02_reuse", "ch09_ghost"]')
    course = load_course(copied)
    assert "ch09_ghost" in course.problems
    assert len(course.exercises) == 3


def test_two_chapters_with_one_number(copied: Path) -> None:
    shutil.copytree(copied / "exercises/ch02_reuse", copied / "exercises/ch02_again")
    edit(copied / "course.toml", '"ch02_reuse"]', '"ch02_reuse", "ch02_again"]')
    with pytest.raises(AuthorFault, match="two chapters with the number 2"):
        load_course(copied)


def test_an_order_for_what_is_no_chapter(copied: Path) -> None:
    edit(copied / "course.toml", "ch01_basics = [", "ch01_basic = [")
    with pytest.raises(AuthorFault, match="ch01_basic, which is none of the chapters"):
        load_course(copied)


@pytest.mark.parametrize("used", ["ch01_basics/ghost", "ch02_reuse/standardise", "column_means"])
def test_uses_must_name_an_earlier_exercise(copied: Path, used: str) -> None:
    edit(copied / "exercises/ch02_reuse/standardise/exercise.toml", "ch01_basics/column_means", used)
    course = load_course(copied)
    assert f'uses "{used}"' in str(course.problems["ch02_reuse/standardise"])
    assert len(course.exercises) == 2


def test_reading_a_course_executes_nothing_of_it(copied: Path) -> None:
    for path in copied.rglob("*.py"):
        path.write_text("raise SystemExit('executed')")
    assert len(load_course(copied).exercises) == 3
