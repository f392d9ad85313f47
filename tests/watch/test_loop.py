"""The round: what is graded when, and what is on the board meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from grader.course import Exercise
from grader.faults import InfrastructureFault
from grader.report.model import CheckResult, ExerciseResult, Report
from grader.submission import Submission, SubmittedFile
from grader.verdict import Cause
from grader.watch.board import Board, Stage, Standing
from grader.watch.inbox import Inbox
from grader.watch.loop import Round, all_used, begun
from grader.watch.stoppable import Superseded
from tests.report import samples
from tests.watch.test_inbox import LATER, MEANS, SCALE
from tests.watch.test_look import COURSE

EXERCISES = [SCALE, MEANS, LATER]


def handed_in(*exercises: Exercise) -> Submission:
    return Submission(None, {each.id: SubmittedFile.of(each.file, b"x = 1\n") for each in exercises})


def graded(exercise: Exercise, checks: list[CheckResult]) -> Report:
    result = ExerciseResult(
        id=exercise.id, number=exercise.number, title=exercise.title, points=1, max_points=2, checks=checks
    )
    return samples.report([result])


@dataclass
class World:
    """A round over the tiny course with a grader that does as it is told."""

    inbox: Inbox = field(default_factory=Inbox)
    calls: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    during: dict[str, Callable[[], object]] = field(default_factory=dict)
    keep_fails: bool = False
    right: frozenset[str] = frozenset()  # exercises that pass
    drawn: list[str] = field(default_factory=list)  # what is shown in full when a grading begins and ends

    def __post_init__(self) -> None:
        self.board = Board("ch1 ch2", [Standing(exercise) for exercise in EXERCISES])
        uses = all_used(EXERCISES, COURSE.exercise)
        self.round = Round(self.board, self.inbox, self, self.grade, self.keep, uses)

    def grade(self, exercise: Exercise, submission: Submission, first: Any, on_ending: Any, on_check: Any) -> Report:
        self.calls.append((exercise.name, first))
        checks = [samples.check("test_a", "A"), samples.check("test_b", "B", Cause.FAILED)]
        if exercise.name in self.right:
            checks[1] = samples.check("test_b", "B")
        on_ending(checks[1])
        self.during.pop(exercise.name, lambda: None)()
        return graded(exercise, checks)

    def keep(self, report: Report) -> None:
        if self.keep_fails:
            raise InfrastructureFault("The disk is full.")
        self.kept.append(report.exercises[0].id)

    def show(self, board: Board) -> None:
        self.seen.append(board.sentence)

    def saved(self, board: Board, standing: Standing) -> None:
        self.seen.append(f"saved {standing.exercise.name}")
        self.drawn.append(board.shown.exercise.name if board.shown else "")

    def ended(self, board: Board, standing: Standing) -> None:
        self.seen.append(f"ended {standing.exercise.name}")
        self.drawn.append(board.shown.exercise.name if board.shown else "")

    def tick(self) -> None:
        self.seen.append("tick")

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.round.step()


def test_a_save_is_graded_shown_and_kept() -> None:
    world = World()
    world.inbox.put(handed_in(SCALE), [SCALE.id])
    world.steps(2)
    assert world.seen == ["saved scale", "", "ended scale", "tick"]
    assert world.kept == [SCALE.id]
    standing = world.board.of(SCALE)
    assert world.board.shown is standing
    assert (standing.stage, standing.order) == (Stage.IDLE, ["test_a", "test_b"])


def test_what_failed_at_last_is_asked_first_the_next_time() -> None:
    world = World()
    for _ in range(2):
        world.inbox.put(handed_in(SCALE), [SCALE.id])
        world.steps(1)
    assert world.calls == [("scale", frozenset()), ("scale", frozenset({"test_b"}))]


def test_what_uses_a_saved_file_is_graded_after_it() -> None:
    world = World()
    world.inbox.put(handed_in(*EXERCISES), [MEANS.id])
    world.steps(2)
    assert [name for name, _ in world.calls] == ["column_means", "standardise"]


@pytest.mark.parametrize(
    ("right", "drawn"),
    [
        ({"standardise"}, ["column_means"] * 4),
        ({"column_means"}, ["column_means", "column_means", "standardise", "standardise"]),
        ({"column_means", "standardise"}, ["column_means", "column_means", "standardise", "column_means"]),
    ],
)
def test_what_a_save_broke_stays_on_the_screen(right: set[str], drawn: list[str]) -> None:
    world = World(right=frozenset(right))
    world.inbox.put(handed_in(*EXERCISES), [MEANS.id])
    world.steps(3)
    assert world.drawn == drawn
    assert world.board.of(LATER).result is not None
    assert [check.id for check in world.board.of(MEANS).checks.values()] == ["test_a", "test_b"]


def test_a_save_meanwhile_goes_first_and_what_it_broke_off_is_done_after_it() -> None:
    world = World()

    def save_scale() -> None:
        world.inbox.put(handed_in(*EXERCISES), [SCALE.id])
        raise Superseded

    world.during = {"column_means": save_scale}
    world.inbox.put(handed_in(*EXERCISES), [MEANS.id])
    world.steps(4)
    assert [name for name, _ in world.calls] == ["column_means", "scale", "standardise", "column_means"]
    assert world.kept == [SCALE.id, LATER.id, MEANS.id]


def test_saving_again_what_is_being_graded_begins_anew() -> None:
    world = World()

    def save_again() -> None:
        world.inbox.put(handed_in(SCALE), [SCALE.id])
        raise Superseded

    world.during = {"scale": save_again}
    world.inbox.put(handed_in(SCALE), [SCALE.id])
    world.steps(3)
    assert [name for name, _ in world.calls] == ["scale", "scale"]
    assert world.kept == [SCALE.id]


def test_a_workspace_that_is_gone_is_one_sentence_and_nothing_is_graded() -> None:
    world = World()
    world.inbox.put(None, [])
    world.steps(1)
    assert "not there any more" in world.board.sentence
    assert world.calls == []
    world.inbox.put(handed_in(SCALE), [SCALE.id])
    world.steps(1)
    assert world.board.sentence == ""
    assert [name for name, _ in world.calls] == ["scale"]


def test_faults_are_told_and_it_goes_on() -> None:
    world = World(keep_fails=True)
    world.inbox.put(handed_in(SCALE), [SCALE.id])
    world.steps(1)
    assert world.board.sentence == "The disk is full."
    world.keep_fails = False

    def fail() -> None:
        raise InfrastructureFault("No worker.")

    world.during = {"scale": fail}
    world.inbox.put(handed_in(SCALE), [SCALE.id])
    world.steps(1)
    assert (world.board.sentence, world.board.of(SCALE).stage) == ("No worker.", Stage.IDLE)
    world.inbox.put(handed_in(SCALE), [SCALE.id])
    world.steps(1)
    assert world.kept == [SCALE.id]


def test_nothing_that_a_student_may_not_see_comes_on_the_board() -> None:
    world = World()
    secret = samples.check("test_b", "B", Cause.FAILED, visibility="hidden", feedback_level="none",
                           feedback={"headline": "SECRET"}, instructor={"traceback": "SECRET"})  # fmt: skip

    def grade(exercise: Exercise, submission: Submission, first: Any, on_ending: Any, on_check: Any) -> Report:
        on_ending(secret)
        assert "SECRET" not in repr(world.board)
        return graded(exercise, [secret])

    world.round._grade = grade
    world.inbox.put(handed_in(SCALE), [SCALE.id])
    world.steps(1)
    assert world.kept == [SCALE.id]
    assert "SECRET" not in repr(world.board)


def test_the_start_grades_what_is_begun_and_has_not_passed_as_it_is() -> None:
    world = World()
    world.board.of(MEANS).passed_before = True
    assert begun(world.board, handed_in(SCALE, MEANS)) == [SCALE.id]
