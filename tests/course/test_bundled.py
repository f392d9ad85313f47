"""The course that comes with torchgrade, as far as reading it goes; ``grade verify`` does the rest."""

import pytest

from grader.course import Chapter, Course, Exercise, load_course
from grader.course.discovery import bundled_root


@pytest.fixture(scope="module")
def bundled() -> Course:
    return load_course(bundled_root())


def everything(course: Course) -> list[Chapter | Exercise]:
    return [*course.chapters, *course.exercises]


def test_nothing_is_missing_or_broken(bundled: Course) -> None:
    assert {id: str(fault) for id, fault in bundled.problems.items()} == {}


def test_every_exercise_is_in_the_order_that_course_toml_gives(bundled: Course) -> None:
    listed = (bundled_root() / "course.toml").read_text(encoding="utf-8")
    assert [exercise.id for exercise in bundled.exercises if f'"{exercise.name}"' not in listed] == []


def test_every_page_is_there_in_both_languages(bundled: Course) -> None:
    for part in everything(bundled):
        assert part.statement("en") != part.statement("zh"), part.id


def test_every_exercise_has_titles_and_three_hints_in_both_languages(bundled: Course) -> None:
    for exercise in bundled.exercises:
        assert exercise.title_zh, exercise.id
        assert len(exercise.hints) >= 3, exercise.id
        assert all(hint.zh for hint in exercise.hints), exercise.id
        assert bool(exercise.forbid.why) == bool(exercise.forbid.why_zh), exercise.id


def test_every_exercise_has_its_answers(bundled: Course) -> None:
    for exercise in bundled.exercises:
        assert exercise.checks.is_file(), exercise.id
        assert exercise.reference.is_file(), exercise.id
        assert len(exercise.wrong()) >= 4, exercise.id


def test_every_data_set_that_is_named_is_there(bundled: Course) -> None:
    for exercise in bundled.exercises:
        for name in exercise.data:
            assert list(bundled.data_folder.glob(f"{name}.*")), (exercise.id, name)
