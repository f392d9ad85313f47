"""The grading of one exercise, from the submitted file to its result."""

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
import torch

from grader.checks.finding import Facts
from grader.course.catalogue import Course
from grader.course.exercise import Exercise, Forbid
from grader.faults import AuthorFault
from grader.judge import seeds
from grader.judge.attempt import Attempt
from grader.judge.bench import Bench
from grader.judge.check import Check
from grader.judge.check_set import CheckSet
from grader.judge.examiner import Examiner
from grader.judge.feedback import Context, feedback
from grader.judge.forbidden import find_forbidden
from grader.judge.foresight import SPARES, comes_to_the_compiler
from grader.judge.importer import modules_in_place
from grader.judge.isolated_pytest import run_pytest
from grader.judge.misunderstandings import Suspects
from grader.judge.plugin import ChecksPlugin
from grader.judge.program import REFERENCE_MODULE, Program, Surroundings, surroundings
from grader.judge.remote import Subject, Watch
from grader.judge.results import Outcome, Recorder
from grader.judge.source import Source
from grader.judge.uncollected import reason
from grader.judge.verdicts import Judgement, judge
from grader.judge.wrong_answers import WrongAnswer, wrong_answers
from grader.language import language, say
from grader.language.course import words_of
from grader.notebook import is_notebook
from grader.report import model
from grader.sandbox.protocol import Sandbox
from grader.submission import Notice, Submission, SubmittedFile
from grader.verdict import Cause

OnCheck = Callable[[model.CheckResult], None]

# A check that took more CPU time is not run again for the sake of a hint.
_SECONDS_WORTH_A_HINT = 3.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What to grade and how. ``seed`` is asked for once the student's module has loaded."""

    exercise: Exercise
    submission: Submission
    sandbox: Sandbox
    course: Course
    seed: Callable[[], int]
    device: str = "cpu"
    on_check: OnCheck | None = None
    on_ending: OnCheck | None = None  # told how a check ended before a hint is looked for
    only: Collection[str] | None = None
    first: Collection[str] = ()  # checks to run before others, where dependencies allow
    passed: frozenset[str] = frozenset()
    beside: Mapping[str, bytes] = field(default_factory=dict)
    hints: bool = True  # run known wrong answers on what failed, to name the misunderstanding


class Grading:
    """One exercise of one submission."""

    def __init__(self, asked: Asked) -> None:
        exercise, submission = asked.exercise, asked.submission
        self.asked = asked
        self.exercise = exercise
        self.file = submission.files.get(exercise.id)
        self.around: Surroundings = surroundings(exercise, asked.course, submission, asked.passed)
        self.subject = Subject([exercise.name, *self.around.modules])
        self.context = Context(
            _source(exercise, self.file),
            exercise.forbid,
            secrets_inside=self.around.holds_a_reference,
        )
        self.plugin = ChecksPlugin(
            self._conduct,
            subject=self.subject,
            module=exercise.name,
            device=asked.device,
            data_folder=exercise.data_folder,
            shares_random=exercise.rng == "shared",
        )
        self.check_set: CheckSet | None = None
        self.suspects: Suspects | None = None  # read when something fails
        self.results: dict[str, model.CheckResult] = {}
        self.notice: model.Feedback | None = None

    def result(self) -> model.ExerciseResult:
        """Collect the checks, run them, add up. Raises AuthorFault."""
        with words_of(self.exercise.folder, self.exercise.solutions):
            return self._graded()

    def _graded(self) -> model.ExerciseResult:
        started = time.perf_counter()
        if self.exercise.elsewhere is not None and not self.exercise.checks.is_file():
            return self._nothing_here()
        said = self._pytest()
        if self.plugin.internal_error is not None:
            raise self.plugin.internal_error
        if self.plugin.collect_error is not None:
            raise AuthorFault(_not_collected(self.exercise, self.plugin.collect_error))
        if self.check_set is None:
            said = (said.strip().splitlines()[-1:] or [say("nothing was collected")])[0].strip()
            raise AuthorFault(
                say("The checks of {exercise} can't be run: {reason}.", exercise=self.exercise.id, reason=said)
            )
        return self._added_up(self.check_set, time.perf_counter() - started)

    def _pytest(self) -> str:
        """One session, in which ``_conduct`` is called with what was collected."""
        if not self.exercise.checks.is_file():
            facts = {"exercise": self.exercise.id, "file": self.exercise.checks}
            raise AuthorFault(say("{exercise} has no checks: write {file}.", **facts))
        folder = self.exercise.folder
        modules = {name: self.subject.module(name) for name in (self.exercise.name, *self.around.modules)}
        with modules_in_place(modules, folder):
            return run_pytest(self.exercise.checks, folder.parent.parent, [self.plugin])

    def _conduct(self, items: Sequence[pytest.Item]) -> None:
        """Runs inside the pytest session."""
        self.check_set = checks = CheckSet.of(items, self.exercise)
        self.recorder = Recorder(self.context, self.exercise.checks, dict(checks.shares))
        if self.file is None:
            notice = self._notice()
            self._all_end(Outcome(Judgement(notice.cause)), model.Feedback(headline=notice.sentence))
            return
        if self.around.lacking:
            later = model.Feedback(headline=_comes_later(self.around.lacking[0]))
            self._all_end(Outcome(Judgement(Cause.SKIPPED)), later)
            return
        asked = self.asked
        compiler = comes_to_the_compiler(self.exercise, asked.course, asked.submission)
        asked.sandbox.prepare(self.exercise.limits, SPARES, compiler=compiler)
        examiner = self._examiner(self.file.content)
        try:
            self._examine(checks, examiner)
        finally:
            examiner.bench.release()

    def _examine(self, checks: CheckSet, examiner: Examiner) -> None:
        waiting = deque(checks.checks[id] for id in self._to_run())
        loading = examiner.load(then=waiting[0] if waiting else None)
        if loading.load_error is not None or loading.ending.cause is not None:
            outcome = Outcome(judge(loading), loading)
            said = feedback(Check("", "", "visible"), outcome.judgement, replace(self.context, loading=True))
            self._all_end(outcome, said)
            return
        self.plugin.seed = seeds.derive(self.asked.seed(), self.exercise.id, "exercise", bits=seeds.SEED_BITS)
        while waiting:
            check = waiting.popleft()
            then = next((after for after in waiting if not self._kept_from_running(after)), None)
            self._record(check, self._outcome(checks, check, examiner, then))

    def _to_run(self) -> list[str]:
        assert self.check_set is not None
        return self.check_set.to_run(self.check_set.wanted(self.asked.only), self.asked.first)

    def _notice(self) -> Notice:
        missing = Notice(Cause.MISSING, say("`{file}` was not handed in.", file=self.exercise.file))
        return self.asked.submission.notices.get(self.exercise.id, missing)

    def _examiner(self, content: bytes) -> Examiner:
        exercise = self.exercise
        beside = {f"{name}.py": text for name, text in self.asked.beside.items()}
        program = Program(exercise.name, {**self.around.files, **beside, exercise.file: content})
        reference = exercise.reference.read_bytes() if exercise.reference.is_file() else None
        return Examiner(
            bench=Bench(self.asked.sandbox, self.subject),
            plugin=self.plugin,
            limits=exercise.limits,
            program=program,
            reference=program.with_main(reference) if reference is not None else None,
            forbidden=find_forbidden(content, exercise.forbid),
            watch=_watch(exercise.forbid),
        )

    def _all_end(self, outcome: Outcome, said: model.Feedback | None) -> None:
        """Every check ends in the same way, and it is told once for the whole file."""
        assert self.check_set is not None
        self.notice = said
        for id in self._to_run():
            self._record(self.check_set.checks[id], outcome, said)

    def _kept_from_running(self, check: Check) -> str:
        """Why this machine can't run a check; "" where it can."""
        return self._no_gpu() if check.needs_gpu else ""

    def _outcome(self, checks: CheckSet, check: Check, examiner: Examiner, then: Check | None) -> Outcome:
        """``then`` is the check that comes next, as far as one can know."""
        unmet = next((id for id in checks.depends[check.id] if _in_the_way(self.results[id])), None)
        if unmet is not None:
            return Outcome(Judgement(Cause.SKIPPED, checks.checks[unmet].title))
        if why := self._kept_from_running(check):
            return Outcome(Judgement(Cause.NOT_RUN, why))
        item = checks.items[check.id]
        attempt, judgement = examiner.examine(item, check, then)
        if self.asked.on_ending:
            self.asked.on_ending(self.recorder.entry(check, Outcome(judgement, attempt), self.plugin.seed))
        return Outcome(judgement, attempt, self._misunderstood(item, check, judgement, attempt, examiner))

    def _no_gpu(self) -> str:
        """Why checks that need a GPU can't run; "" where they can."""
        if not torch.cuda.is_available():
            return say("no GPU")
        return "" if self.asked.device.startswith("cuda") else say("this grading is for the CPU")

    def _misunderstood(
        self, item: pytest.Item, check: Check, judgement: Judgement, attempt: Attempt, examiner: Examiner
    ) -> str | None:
        """The hint of the known wrong answer that gives what the student's file gives."""
        facts, reference = judgement.facts, examiner.reference
        if facts is None or reference is None:
            return None
        if not self.asked.hints or attempt.ending.cpu_seconds > _SECONDS_WORTH_A_HINT:
            return None

        def found_about(answer: WrongAnswer) -> Facts | None:
            own = reference.files[self.exercise.file]
            return examiner.finding(item, check, reference.with_main(answer.content, **{REFERENCE_MODULE: own}))

        if self.suspects is None:
            self.suspects = Suspects(wrong_answers(self.exercise))
        return self.suspects.misunderstanding(facts, check.id, found_about)

    def _record(self, check: Check, outcome: Outcome, said: model.Feedback | None = None) -> None:
        result = self.recorder.entry(check, outcome, self.plugin.seed, said)
        self.results[check.id] = result
        if self.asked.on_check and (self.asked.only is None or check.id in self._wanted()):
            self.asked.on_check(result)

    def _wanted(self) -> list[str]:
        assert self.check_set is not None
        return self.check_set.wanted(self.asked.only)

    def _nothing_here(self) -> model.ExerciseResult:
        """In a release, of an exercise all whose checks are hidden."""
        said = say("All checks of this exercise are hidden: they are graded where you hand in.")
        self.notice = model.Feedback(headline=said)
        return self._result([], (0.0, 0.0), 0.0)

    def _added_up(self, checks: CheckSet, seconds: float) -> model.ExerciseResult:
        entries = [self.results[id] for id in self._wanted()]
        return self._result(entries, checks.totals({entry.id: entry.cause for entry in entries}), seconds)

    def _result(
        self, entries: list[model.CheckResult], points: tuple[float, float], seconds: float
    ) -> model.ExerciseResult:
        file = self.file or self._notice().file
        return model.ExerciseResult(
            id=self.exercise.id,
            number=self.exercise.number,
            title=self.exercise.title_in(language()),
            points=points[0],
            max_points=points[1],
            checks=entries,
            uses=list(self.around.uses),
            submission_sha256=file.sha256 if file else None,
            submission_file=file.path if file else None,
            notice=self.notice,
            remarks=[*([file.remark] if file and file.remark else []), *self.context.source.remarks],
            hidden_elsewhere=self.exercise.elsewhere.checks if self.exercise.elsewhere else 0,
            seconds=seconds,
        )


def _source(exercise: Exercise, file: SubmittedFile | None) -> Source:
    if file is None:
        return Source(exercise.file, b"")
    return Source(exercise.file, file.content, file.path.rpartition("/")[2] if is_notebook(file.path) else "")


def _watch(forbid: Forbid) -> Watch | None:
    return Watch(forbid.operators, forbid.calls, forbid.imports) if forbid else None


def _comes_later(earlier: Exercise) -> str:
    return say(
        "This builds on {number} {title}, which does not pass yet, and there is no solution of it here: "
        "finish that one first, then grade both.",
        number=earlier.number,
        title=earlier.title_in(language()),
    )


def _in_the_way(result: model.CheckResult) -> bool:
    """Whether a check that others depend on failed. One that could not be graded stands in nobody's way."""
    return result.cause.graded and not result.cause.passed


def _not_collected(exercise: Exercise, error: BaseException) -> str:
    why = reason(error, exercise.folder)
    return say("The checks of {exercise} can't be collected: {reason}.", exercise=exercise.id, reason=why)
