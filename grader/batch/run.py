"""A run: what was handed in goes into the journal, what has no result yet is graded, every result is kept at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from grader.batch.intake import Intake
from grader.batch.job import Graded, Job, answer_keys, exercise_hashes, notice_of
from grader.batch.journal import Answer, Journal
from grader.batch.pool import Executor
from grader.batch.unusable import unusable
from grader.course import Course, Exercise
from grader.language import say
from grader.notebook import is_notebook
from grader.submission import Submission, SubmittedFile, submission_of

MOST_TRIES = 3


@dataclass(slots=True)
class Tally:
    """How far a run is."""

    answers: int = 0  # of all papers, in all exercises
    known: int = 0  # that had a result before, or the same content as another
    to_do: int = 0
    done: int = 0
    failed: int = 0  # not graded: nobody's zero


class Watcher(Protocol):
    """Told about every step of a run, to draw it."""

    def taken(self, done: int, count: int) -> None: ...

    def graded(self, tally: Tally, current: Sequence[str]) -> None: ...


class Run:
    """A journal with a course's exercises to grade. ``device`` is part of what a result is found by."""

    def __init__(self, journal: Journal, course: Course, exercises: Sequence[Exercise], device: str = "cpu") -> None:
        self.journal = journal
        self._course = course
        self._exercises = tuple(exercises)
        self._device = device
        self._by_id = {exercise.id: exercise for exercise in exercises}
        self.tally = Tally()  # kept up to date, also for who stops a run in the middle

    def take(self, intake: Intake, watcher: Watcher | None = None) -> None:
        """Write down everything that was handed in. Killed in between, the same call goes on."""
        hashes = exercise_hashes(self._course, self._exercises)
        papers = []
        for number, handed_in in enumerate(intake.handed_in, 1):
            submission = submission_of(handed_in.files, self._exercises, handed_in.student, handed_in.unread)
            keys = answer_keys(submission, self._exercises, hashes, self._device)
            papers.append(self.journal.take(handed_in, submission, keys))
            intake.problems.extend(unusable(handed_in, submission, self._exercises))
            if watcher is not None:
                watcher.taken(number, intake.count)
        self.journal.forget_others(papers)
        self.journal.set_problems(intake.problems)

    def take_again(self) -> None:
        """Look anew at everything that the journal holds, for a course whose checks have changed since."""
        hashes = exercise_hashes(self._course, self._exercises)
        for paper in self.journal.papers():
            answers = self.journal.answers(paper.id)
            submission = self._submission(paper.student, answers)
            keys = answer_keys(submission, self._exercises, hashes, self._device)
            self.journal.rekey(paper.id, {a.exercise: keys[a.exercise] for a in answers if a.exercise in keys})

    def grade_all(self, executor: Executor, watcher: Watcher | None = None) -> Tally:
        """Grade what has no result. What the machine fails on is tried again, at most three times in all.

        What others use is graded before these: whether the student's own version was passed must be known then.
        """
        self.journal.forgive_failures()
        self.journal.give_up_unreadable(MOST_TRIES)
        answers, known, to_do = self.journal.count()
        self.tally = Tally(answers, known, to_do, failed=self.journal.failures(MOST_TRIES))
        if watcher is not None:
            watcher.graded(self.tally, ())
        for stage in self._stages():
            for _ in range(MOST_TRIES):
                self._round(stage, executor, watcher)
                if not self.journal.has_open(stage, MOST_TRIES):
                    break
        self.tally.failed = self.journal.failures(MOST_TRIES)
        return self.tally

    def _stages(self) -> list[list[str]]:
        """Exercises that use none of this run, those that use these, and so on."""
        depths: dict[str, int] = {}
        for id in self._by_id:
            self._depth(id, depths)
        return [[id for id in self._by_id if depths[id] == depth] for depth in sorted(set(depths.values()))]

    def _depth(self, exercise: str, depths: dict[str, int]) -> int:
        if exercise not in depths:
            used = [id for id in self._by_id[exercise].uses if id in self._by_id]
            depths[exercise] = 1 + max((self._depth(id, depths) for id in used), default=0)
        return depths[exercise]

    def _round(self, stage: Sequence[str], executor: Executor, watcher: Watcher | None) -> None:
        for job, graded in executor.run(self._jobs(stage)):
            self._keep(job, graded)
            if watcher is not None:
                watcher.graded(self.tally, executor.current)

    def _jobs(self, stage: Sequence[str]) -> Iterator[Job]:
        for paper, student, exercises in self.journal.open_answers(stage, MOST_TRIES):
            answers = {answer.exercise: answer for answer in self.journal.answers(paper)}
            wanted = [id for id in stage if id in exercises and not self._waits_for_ever(id, answers)]
            if wanted:
                yield self._job(paper, student, wanted, answers)

    def _waits_for_ever(self, exercise: str, answers: Mapping[str, Answer]) -> bool:
        """What it uses could not be graded, so neither can this."""
        for id in self._used(exercise):
            if id in answers and not self.journal.has_result(answers[id].key):
                key = answers[exercise].key
                self.journal.record_failure(key, exercise, say("It uses {id}, which is not graded.", id=id), MOST_TRIES)
                return True
        return False

    def _job(self, paper: int, student: str, wanted: Sequence[str], answers: Mapping[str, Answer]) -> Job:
        used = {id for exercise in wanted for id in self._used(exercise) if id in answers}
        return Job(
            paper=paper,
            student=student,
            exercises=tuple(wanted),
            submission=self._submission(student, [answers[id] for id in self._by_id if id in used or id in wanted]),
            passed=tuple(sorted(id for id in used if self.journal.has_passed(answers[id].key))),
            keys={id: answers[id].key for id in wanted},
        )

    def _used(self, exercise: str) -> Iterator[str]:
        """Ids of this run that an exercise uses, and that these use."""
        for id in self._by_id[exercise].uses:
            if id in self._by_id:
                yield id
                yield from self._used(id)

    def _submission(self, student: str, answers: Iterable[Answer]) -> Submission:
        submission = Submission(student)
        for answer in answers:
            if answer.cause is not None:
                submission.notices[answer.exercise] = notice_of(answer.cause, answer.sentence or "")
            elif answer.sha256 is not None:
                # The same content is graded once for all: its report must not tell where the first student kept it.
                suffix = "ipynb" if is_notebook(answer.path or "") else "py"
                name = f"{answer.exercise.rpartition('/')[2]}.{suffix}"
                content = self.journal.content(answer.sha256)
                submission.files[answer.exercise] = SubmittedFile(name, content, answer.sha256)
        return submission

    def _keep(self, job: Job, graded: Graded) -> None:
        key = job.keys[graded.exercise]
        if graded.result is not None:
            self.tally.done += self.journal.record(key, graded.result, graded.facts)
        else:
            tries = MOST_TRIES if graded.lasting else 1
            self.journal.record_failure(key, graded.exercise, graded.failure, tries)
            self.tally.failed = self.journal.failures(MOST_TRIES)
