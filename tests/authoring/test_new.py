"""A new exercise works as it is: its answers are graded as they must be, and no mutant of its reference lives."""

import shutil
from pathlib import Path

import pytest

from grader.authoring.likeness import unlike
from grader.authoring.local.model import Answer, Wish
from grader.authoring.local.runner import LocalRuns
from grader.authoring.mutation import make_mutants
from grader.authoring.new import course_to_write, new_exercise
from grader.authoring.tasks import MutantBatch, MutantTask
from grader.authoring.trial import Trial, run_trial
from grader.authoring.variants import variants
from grader.course import Course, Exercise, load_course
from grader.faults import AuthorFault, UsageFault
from tests.judge.conftest import ForkedSandbox

TINY = Path(__file__).parents[1] / "courses" / "tiny"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A tiny course that may be written into."""
    shutil.copytree(TINY, tmp_path / "course")
    return load_course(tmp_path / "course")


def made(course: Course, name: str, chapter: str | None = None) -> tuple[Course, Exercise]:
    id = new_exercise(course, name, chapter).exercise
    again = load_course(course.root)
    assert not again.problems
    return again, again.exercise(id)


@pytest.mark.slow
def test_a_new_exercise_is_verified(course: Course) -> None:
    again, exercise = made(course, "centre_columns")
    assert unlike(exercise) == []
    known = variants(exercise)
    assert [variant.kind for variant in known].count("wrong") >= 4
    for variant in known:
        outcome = run_trial(Trial(exercise.id, variant.label, 1), again, ForkedSandbox())
        assert outcome.problems == ()
    assert frozenset().union(*(variant.fails for variant in known)) == set(outcome.checks)
    wrong = [path.read_text() for path in exercise.wrong()]
    assert all('"""' in text and "centre_columns" in text for text in wrong)


def test_no_mutant_of_a_new_exercise_lives(course: Course) -> None:
    again, exercise = made(course, "centre_columns")
    reference = Answer(exercise.id, exercise.reference.read_bytes())
    run = LocalRuns(exercise, again).during(lambda runs: runs.run(reference, Wish()))
    assert {end.end for end in run.ends} == {"passed"}
    mutants = make_mutants(reference.source)
    tasks = tuple(MutantTask(exercise.id, mutant.source, "", run.planned) for mutant in mutants)
    assert len(tasks) >= 5
    assert all(fate.killed for fate in MutantBatch(exercise.id, tasks).perform(again))


def test_it_goes_into_the_chapter_that_is_named(course: Course) -> None:
    assert made(course, "by_default")[1].chapter == course.chapters[-1].id
    assert made(course, "by_number", "1")[1].chapter == course.chapters[0].id
    assert made(course, "by_name", course.chapters[0].id)[1].title == "By name"


def test_a_chapter_that_is_not_there_is_made(course: Course) -> None:
    again, exercise = made(course, "first_of_all", "ch17_new_things")
    chapter = again.chapters[-1]
    assert (chapter.id, chapter.number, chapter.title()) == ("ch17_new_things", 17, "New things")
    assert chapter.title("zh") == "New things"
    assert exercise.number == "17.1"
    assert [c.id for c in again.chapters][:-1] == [c.id for c in course.chapters]
    assert made(again, "second", "17")[1].number == "17.2"


@pytest.mark.parametrize(
    ("name", "chapter", "says"),
    [
        ("scale", None, "There is an exercise ch01_basics/scale; take another name"),
        ("Scale", None, "There is an exercise ch01_basics/scale; take another name"),
        ("two words", None, "is no module name"),
        ("class", None, "is no module name"),
        ("math", None, "is the name of another module"),
        ("fine", "seventeen", "For a new one give a name such as ch07_attention"),
        ("fine", "ch1_again", "There is a chapter 1 already"),
    ],
)
def test_what_cant_be_made_is_told(course: Course, name: str, chapter: str | None, says: str) -> None:
    before = sorted(course.root.rglob("*"))
    with pytest.raises(UsageFault, match=says):
        new_exercise(course, name, chapter)
    assert sorted(course.root.rglob("*")) == before


def test_nothing_is_written_over(course: Course) -> None:
    there = course.root / "solutions" / course.chapters[-1].id / "fresh" / "fresh.py"
    there.parent.mkdir(parents=True)
    there.write_text("mine")
    with pytest.raises(UsageFault, match="is there already"):
        new_exercise(course, "fresh")
    assert there.read_text() == "mine"


def test_a_course_toml_of_another_form_is_told(course: Course) -> None:
    settings = course.root / "course.toml"
    settings.write_text(settings.read_text().replace("chapters =", "'chapters' ="))
    with pytest.raises(AuthorFault, match="write chapters as one list"):
        new_exercise(load_course(course.root), "fine", "ch17_new")


@pytest.mark.parametrize(("id", "title"), [("ch01_first_steps", "First steps"), ("week_one", "Week one")])
def test_a_chapter_that_is_listed_and_not_there_gets_its_statement(tmp_path: Path, id: str, title: str) -> None:
    (tmp_path / "course.toml").write_text(f'title = "Mine"\nchapters = ["{id}"]\n')
    again, exercise = made(load_course(tmp_path), "first")
    assert (exercise.number, again.chapters[0].title(), again.chapters[0].title("zh")) == ("1.1", title, title)
    assert "NUMBER" not in again.chapters[0].statement() + again.chapters[0].statement("zh")


def test_only_a_course_of_ones_own_is_written_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageFault, match="There is no course here"):
        course_to_write(None)
    shutil.copytree(TINY, tmp_path, dirs_exist_ok=True)
    assert course_to_write(None).root == tmp_path.resolve()
    monkeypatch.chdir(tmp_path / "exercises")
    assert course_to_write(None).root == tmp_path.resolve()
    monkeypatch.chdir("/")
    assert course_to_write(tmp_path).root == tmp_path.resolve()
