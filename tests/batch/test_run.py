"""A run: what has a result is never graded again, what the machine fails on is nobody's zero."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch.changes import changes
from grader.batch.intake import HandedIn
from grader.batch.job import Graded, Job, ungraded
from grader.batch.journal import Journal, now
from grader.batch.run import MOST_TRIES, Run
from grader.course import Course, load_course
from grader.faults import UsageFault
from grader.submission import Notice, submission_of
from grader.verdict import Cause
from tests.batch.stand_in import (
    ALL,
    FACTS,
    MEANS,
    SCALE,
    STANDARDISE,
    TINY,
    StandIn,
    fails,
    go,
    hand_in,
    points,
    result,
)

ROOT = Path(__file__).parents[2]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def own_course(tmp_path: Path) -> Path:
    """A copy of the tiny course, to change."""
    return Path(shutil.copytree(TINY, tmp_path / "course"))


def two(root: Path) -> Path:
    return hand_in(root, {"ada": {"scale": "right, ada's", "column_means": "wrong"}, "zoe": {"scale": "right, zoe's"}})


def test_everything_is_graded_once_and_never_again(tmp_path: Path, journal: Journal) -> None:
    folder = two(tmp_path / "class")
    first = StandIn()
    tally = go(journal, folder, first)
    assert (tally.answers, tally.to_do, tally.done, tally.failed) == (6, 6, 6, 0)  # what is missing is an answer too
    assert points(journal) == {
        ("ada", 1, SCALE): 4.0, ("ada", 1, MEANS): 0.75, ("ada", 1, STANDARDISE): 0.0,
        ("zoe", 1, SCALE): 4.0, ("zoe", 1, MEANS): 0.0, ("zoe", 1, STANDARDISE): 0.0,
    }  # fmt: skip
    again = StandIn()
    tally = go(journal, folder, again)
    assert (tally.known, tally.to_do, again.seen) == (6, 0, [])


def test_identical_files_are_graded_once(tmp_path: Path, journal: Journal) -> None:
    folder = hand_in(tmp_path / "class", {f"s{at}": {"scale": "right"} for at in range(40)})
    executor = StandIn()
    go(journal, folder, executor, [SCALE])
    assert executor.seen == [("s0", SCALE)]
    assert set(points(journal).values()) == {4.0}


def test_an_answer_that_uses_another_is_another_where_that_differs(tmp_path: Path, journal: Journal) -> None:
    folder = hand_in(
        tmp_path / "class",
        {"ada": {"column_means": "right", "standardise": "same"}, "zoe": {"column_means": "no", "standardise": "same"}},
    )
    jobs: list[Job] = []

    def grade(job: Job, exercise: str) -> Graded:
        jobs.append(job)
        return StandIn().grade(job, exercise)

    go(journal, folder, StandIn(grade), [MEANS, STANDARDISE])
    later = {job.student: job for job in jobs if STANDARDISE in job.exercises}
    assert set(later) == {"ada", "zoe"}
    assert later["ada"].passed == (MEANS,)
    assert later["zoe"].passed == ()
    assert MEANS in later["ada"].submission.files
    assert [MEANS in job.exercises for job in jobs] == [True, True, False, False]  # what is used is graded before


def test_reports_of_identical_files_tell_nobody_elses_names(tmp_path: Path, journal: Journal) -> None:
    root = tmp_path / "class"
    for student, name in (("ada", "adas_secret_folder"), ("zoe", "other")):
        (root / student / name).mkdir(parents=True)
        (root / student / name / "scale.py").write_text("# right\n")
    jobs: list[Job] = []

    def grade(job: Job, exercise: str) -> Graded:
        jobs.append(job)
        return StandIn().grade(job, exercise)

    go(journal, root, StandIn(grade), [SCALE])
    assert [job.submission.files[SCALE].path for job in jobs] == ["scale.py"]


def test_a_run_that_stopped_goes_on(tmp_path: Path, journal: Journal) -> None:
    folder = hand_in(tmp_path / "class", {f"s{at}": {"scale": f"right {at}"} for at in range(10)})

    def stops(job: Job, exercise: str) -> Graded:
        if len(stopping.seen) > 4:
            raise KeyboardInterrupt
        return StandIn().grade(job, exercise)

    stopping = StandIn(stops)
    with pytest.raises(KeyboardInterrupt):
        go(journal, folder, stopping, [SCALE])
    rest = StandIn()
    tally = go(journal, folder, rest, [SCALE])
    assert (tally.known, tally.to_do, tally.done) == (4, 6, 6)
    assert len(rest.seen) == 6
    assert not set(rest.seen) & set(stopping.seen[:4])


@pytest.mark.slow
def test_killed_at_a_hundred_random_moments_a_run_loses_nothing_and_grades_nothing_twice(
    tmp_path: Path,
) -> None:
    folder = hand_in(
        tmp_path / "class",
        {f"s{at}": {"scale": f"right {at}", "column_means": str(at), "standardise": str(at)} for at in range(60)},
    )
    (tmp_path / "run").mkdir()
    seed = int.from_bytes(os.urandom(4), "big")
    done = subprocess.run(
        [sys.executable, "-m", "tests.batch.killed_at_random", tmp_path / "run", folder, "100", str(seed)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=280,
    )  # fmt: skip
    assert done.returncode == 0, f"seed {seed}: {done.stderr[-2000:]}"
    assert json.loads(done.stdout) == {"killed": 100, "graded_again": 0, "results": 180}
    with Journal(tmp_path / "run" / "journal.sqlite") as journal:
        assert len(points(journal)) == 180
        assert None not in points(journal).values()


# -- what is not the student's fault ----------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, MOST_TRIES - 1])
def test_what_the_machine_failed_on_is_tried_again(tmp_path: Path, journal: Journal, times: int) -> None:
    executor = StandIn(fails(times))
    tally = go(journal, two(tmp_path / "class"), executor, [SCALE])
    assert (tally.done, tally.failed) == (2, 0)
    assert len(executor.seen) == 2 * (times + 1)
    assert set(points(journal).values()) == {4.0}


def test_what_the_machine_fails_on_for_ever_is_not_graded_and_no_zero(tmp_path: Path, journal: Journal) -> None:
    executor = StandIn(fails(99))
    tally = go(journal, two(tmp_path / "class"), executor, [SCALE])
    assert (tally.done, tally.failed) == (0, 2)
    assert len(executor.seen) == 2 * MOST_TRIES
    assert set(points(journal).values()) == {None}
    key = journal.answers(journal.papers()[0].id)[0].key
    assert journal.failure(key) == "The disk is full."
    tally = go(journal, tmp_path / "class", StandIn(), [SCALE])  # another call tries again
    assert (tally.done, tally.failed) == (2, 0)
    assert journal.failure(key) is None


def test_what_would_fail_again_is_tried_once(tmp_path: Path, journal: Journal) -> None:
    executor = StandIn(lambda job, exercise: ungraded([exercise], "The check is broken.", lasting=True)[0])
    tally = go(journal, two(tmp_path / "class"), executor, [SCALE])
    assert (tally.failed, len(executor.seen)) == (2, 2)


def test_what_uses_something_that_is_not_graded_is_not_graded_either(tmp_path: Path, journal: Journal) -> None:
    folder = hand_in(tmp_path / "class", {"ada": {"column_means": "right", "standardise": "right"}})

    def grade(job: Job, exercise: str) -> Graded:
        return fails(99)(job, exercise) if exercise == MEANS else StandIn().grade(job, exercise)

    executor = StandIn(grade)
    tally = go(journal, folder, executor, [MEANS, STANDARDISE])
    assert tally.failed == 2
    assert ("ada", STANDARDISE) not in executor.seen
    assert "It uses" in (journal.failure(journal.answers(journal.papers()[0].id)[1].key) or "")


def test_what_could_not_be_read_is_not_graded(journal: Journal) -> None:
    course = load_course(TINY)
    exercise = course.exercise(SCALE)
    run = Run(journal, course, [exercise])
    unread: dict[tuple[str, ...], Notice] = {
        ("scale.py",): Notice(Cause.INFRASTRUCTURE, "`scale.py` can't be read: input/output error.")
    }
    handed_in = HandedIn("ada", {}, unread=unread)
    submission = submission_of({}, [exercise], "ada", unread)
    journal.take(handed_in, submission, {SCALE: "key"})
    executor = StandIn()
    assert run.grade_all(executor).failed == 1
    assert executor.seen == []
    assert points(journal) == {("ada", 1, SCALE): None}


# -- grading anew -----------------------------------------------------------------------------------------------------


def retake(journal: Journal, course: Course, executor: StandIn) -> None:
    run = Run(journal, course, [course.exercise(id) for id in ALL])
    run.take_again()
    run.grade_all(executor)


def test_a_mended_check_regrades_only_what_depends_on_it(tmp_path: Path, journal: Journal, own_course: Path) -> None:
    folder = two(tmp_path / "class")
    go(journal, folder, StandIn(), course=load_course(own_course))
    checks = own_course / "exercises" / MEANS / "checks.py"
    checks.write_text(checks.read_text() + "\n# mended\n")

    def kinder(job: Job, exercise: str) -> Graded:
        return Graded(exercise, result(exercise, title="Values are nearly right"), FACTS)

    executor = StandIn(kinder)
    shutil.rmtree(folder)  # the journal holds all that is needed
    retake(journal, load_course(own_course), executor)
    assert {exercise for _, exercise in executor.seen} == {MEANS, STANDARDISE}  # the one and what uses it
    moved = {(each.student, each.exercise): each for each in changes(journal)}
    assert (moved["ada", MEANS].before, moved["ada", MEANS].after) == (0.75, 3.0)
    assert moved["ada", MEANS].why == ("Values are nearly right: failed → passed",)
    assert ("ada", SCALE) not in moved


def test_only_what_moved_since_then_is_listed(tmp_path: Path, journal: Journal, own_course: Path) -> None:
    folder = two(tmp_path / "class")
    go(journal, folder, StandIn(), course=load_course(own_course))
    for name, worse in ((MEANS, Cause.RAISED), (SCALE, Cause.TIMEOUT)):
        since = now()
        (own_course / "exercises" / name / "fixtures.py").write_text("# new\n")

        def harder(job: Job, exercise: str, worse: Cause = worse) -> Graded:
            return Graded(exercise, result(exercise, worse), FACTS)

        retake(journal, load_course(own_course), StandIn(harder))
        assert {each.exercise for each in changes(journal, since)} <= {name, STANDARDISE}
    assert {each.exercise for each in changes(journal, since)} == {SCALE}
    assert {each.exercise for each in changes(journal)} >= {SCALE, STANDARDISE}


def test_another_file_of_the_same_student_replaces_the_first(tmp_path: Path, journal: Journal) -> None:
    folder = two(tmp_path / "class")
    go(journal, folder, StandIn())
    hand_in(folder, {"ada": {"column_means": "right now"}})
    executor = StandIn()
    go(journal, folder, executor)
    assert executor.seen == [("ada", MEANS), ("ada", STANDARDISE)]
    assert points(journal)["ada", 1, MEANS] == 3.0
    assert [(each.exercise, each.before, each.after) for each in changes(journal)] == [(MEANS, 0.75, 3.0)]


def test_what_is_not_handed_in_any_more_counts_no_more_but_stays(tmp_path: Path, journal: Journal) -> None:
    folder = two(tmp_path / "class")
    go(journal, folder, StandIn())
    shutil.move(folder / "zoe", tmp_path / "zoe")
    go(journal, folder, StandIn())
    assert {student for student, _, _ in points(journal)} == {"ada"}
    shutil.move(tmp_path / "zoe", folder / "zoe")
    executor = StandIn()
    go(journal, folder, executor)
    assert executor.seen == []
    assert points(journal)["zoe", 1, SCALE] == 4.0


# -- the journal's file -----------------------------------------------------------------------------------------------


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"my diary, page one: " * 500)
    with pytest.raises(UsageFault, match="is no journal of a run"):
        Journal(path)
    assert path.read_bytes().startswith(b"my diary")


def test_a_journal_of_another_version_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        journal.set_meta("version", "999")
    with pytest.raises(UsageFault, match="another version of torchgrade"):
        Journal(tmp_path / "journal.sqlite")


def test_the_log_keeps_every_decision_in_order(journal: Journal) -> None:
    journal.audit("policy", {"text": "grace_days = 1"})
    journal.audit("gradebook", {"students": 2})
    assert [(action, facts) for _, action, facts in journal.audit_log()] == [
        ("policy", {"text": "grace_days = 1"}),
        ("gradebook", {"students": 2}),
    ]


def test_a_result_that_is_there_stays(journal: Journal) -> None:
    assert journal.record("key", result(SCALE), FACTS)
    assert not journal.record("key", result(SCALE, Cause.FAILED), FACTS)
    assert journal.score("key") == (4.0, 4.0)
