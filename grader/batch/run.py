"""A run: what was handed in goes into the journal, what has no result yet is graded, every result is kept at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from grader.batch.intake import Intake
from grader.batch.job import Graded, Job, answer_keys, exercise_hashes, notice_of
from grader.batch.journal import Answer, Journal
from grader.batch.pool import Executor
from grader.course import Course, Exercise
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

    def take(self, intake: Intake, watcher: Watcher | None = None) -> None:
        """Write down everything that was handed in. Killed in between, the same call goes on."""
        hashes = exercise_hashes(self._course, self._exercises)
        papers = []
        for number, handed_in in enumerate(intake.handed_in, 1):
            submission = submission_of(handed_in.files, self._exercises, handed_in.student)
            keys = answer_keys(submission, self._exercises, hashes, self._device)
            papers.append(self.journal.take(handed_in, submission, keys))
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
        """Grade what has no result. What the machine fails on is tried again, at most three times in all."""
        self.journal.forgive_failures()
        answers, known, to_do = self.journal.count()
        tally = Tally(answers, known, to_do)
        if watcher is not None:
            watcher.graded(tally, ())
        for _ in range(MOST_TRIES):
            self._round(executor, tally, watcher)
            if not self.journal.has_open(MOST_TRIES):
                break
        tally.failed = self.journal.failures(MOST_TRIES)
        return tally

    def _round(self, executor: Executor, tally: Tally, watcher: Watcher | None) -> None:
        for job, graded in executor.run(self._jobs()):
            self._keep(job, graded, tally)
            if watcher is not None:
                watcher.graded(tally, executor.current)

    def _jobs(self) -> Iterator[Job]:
        for paper, student, exercises in self.journal.open_answers(MOST_TRIES):
            yield self._job(paper, student, [id for id in exercises if id in self._by_id])

    def _job(self, paper: int, student: str, wanted: Sequence[str]) -> Job:
        answers = {answer.exercise: answer for answer in self.journal.answers(paper)}
        used = {id for exercise in wanted for id in self._used(exercise) if id in answers}
        # Whether a used exercise was passed must be known: the student's version is used only then.
        unknown = {id for id in used if not self.journal.has_result(answers[id].key)}
        exercises = [id for id in self._by_id if id in unknown or id in wanted]
        return Job(
            paper=paper,
            student=student,
            exercises=tuple(exercises),
            submission=self._submission(student, [answers[id] for id in self._by_id if id in used or id in wanted]),
            passed=tuple(sorted(id for id in used - unknown if self.journal.has_passed(answers[id].key))),
            keys={id: answers[id].key for id in exercises},
        )

    def _used(self, exercise: str) -> Iterator[str]:
        for id in self._by_id[exercise].uses if exercise in self._by_id else ():
            yield id
            yield from self._used(id)

    def _submission(self, student: str, answers: Iterable[Answer]) -> Submission:
        submission = Submission(student)
        for answer in answers:
            if answer.cause is not None:
                submission.notices[answer.exercise] = notice_of(answer.cause, answer.sentence or "")
            elif answer.sha256 is not None:
                file = SubmittedFile(answer.path or "", self.journal.content(answer.sha256), answer.sha256)
                submission.files[answer.exercise] = file
        return submission

    def _keep(self, job: Job, graded: Graded, tally: Tally) -> None:
        key = job.keys[graded.exercise]
        if graded.result is not None:
            tally.done += self.journal.record(key, graded.result, graded.facts)
        else:
            tries = MOST_TRIES if graded.lasting else 1
            self.journal.record_failure(key, graded.exercise, graded.failure, tries)


def scores(journal: Journal, paper: int) -> Mapping[str, tuple[float, float] | None]:
    """(points, of how many) by exercise; None where it is not graded."""
    return {answer.exercise: journal.score(answer.key) for answer in journal.answers(paper)}
