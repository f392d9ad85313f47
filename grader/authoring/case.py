"""The verification of one exercise, step by step: each outcome says what is to be run next."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from grader.authoring import messages
from grader.authoring.engine import Engine
from grader.authoring.expectations import agrees, local_problems, slow, toothless
from grader.authoring.fingerprint import code_of_mutation, fingerprint
from grader.authoring.likeness import unlike
from grader.authoring.local.model import Answer, Run, Wish
from grader.authoring.mutation import Mutant, make_mutants
from grader.authoring.mutation.make import sample
from grader.authoring.tasks import Fate, KnownTask, MutantTask
from grader.authoring.trial import Outcome, Trial
from grader.authoring.variants import Variant, variants
from grader.authoring.verdict import LEAST_KILLED, TIGHT, ExerciseVerdict
from grader.authoring.waivers import Waiver, read_waivers, stale
from grader.course import Course, Exercise
from grader.judge.forbidden import find_forbidden

_AT_ONCE = 25  # seeds that one child runs, so that many are spread over processes
_WRONG_SEED = 1001  # of wrong answers in the sandbox: always the same, so that what is said of them is
_PATIENCE, _LEAST_SECONDS = 10.0, 1.5  # a mutant may need so many times the reference's CPU time, and at least this


@dataclass(frozen=True, slots=True)
class Asked:
    """How thoroughly to look. ``runs`` is how many seeds right answers meet, ``wrong_runs`` wrong ones.

    ``mutants``: at most so many an exercise, None for all; ``thorough``: every check of every wrong answer in the
    sandbox too; ``write_messages``: what students read becomes the golden file, which is else compared with.
    """

    runs: int = 3
    wrong_runs: int = 1
    thread_counts: tuple[int, ...] = (1, 2)
    mutants: int | None = None
    thorough: bool = False
    write_messages: bool = False


@dataclass(slots=True)
class Case:
    """One exercise. ``start`` raises AuthorFault where its answers can't be read."""

    course: Course
    exercise: Exercise
    asked: Asked
    engine: Engine
    verdict: ExerciseVerdict = field(init=False)
    _known: list[Variant] = field(default_factory=list)
    _fingerprint: str = ""
    _boxed_fingerprint: str = ""
    _waivers: list[Waiver] = field(default_factory=list)
    _all_mutants: list[Mutant] = field(default_factory=list)
    _fates: dict[Mutant, Fate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.verdict = ExerciseVerdict(self.exercise)

    def start(self) -> None:
        """The reference comes first: where it fails, nothing else says anything."""
        self._known = variants(self.exercise)
        self.verdict.answers = len(self._known)
        self.verdict.problems += unlike(self.exercise)
        self._waivers = read_waivers(self.exercise)
        self._fingerprint = fingerprint(self.exercise, self.course)
        self._boxed_fingerprint = fingerprint(self.exercise, self.course, sandboxed=True)
        first = range(1, min(self.asked.runs, _AT_ONCE) + 1)
        self._in_process(self._known[0], tuple(first), self.asked.thread_counts[0], self._reference_ran)

    def _in_process(
        self, variant: Variant, seeds: tuple[int, ...], threads: int, then: Callable[[Variant, Run], bool]
    ) -> None:
        beside = {} if variant.kind in ("solution", "stub") else {"reference": self._known[0].content}
        answer = Answer(self.exercise.id, variant.content, beside)
        forbid = self.exercise.forbid
        watch = (forbid.operators, forbid.calls, forbid.imports) if variant.kind == "wrong" else ()
        believed = self._believed(variant) if len(seeds) == 1 else ()
        wish = Wish(seeds, threads, stop=variant.kind == "mistake", believed=believed, watch=watch)
        task = KnownTask(self.exercise.id, variant.label, answer, wish)
        self.engine.submit(task, self._fingerprint, partial(then, variant))

    def _believed(self, variant: Variant) -> tuple[str, ...]:
        """Checks that may fail in process for any reason: the sandbox is asked about them anyway."""
        if variant.kind == "stub":
            return tuple(self.verdict.checks)
        return tuple(sorted(variant.fails)) if variant.kind == "wrong" else ()

    def _in_sandbox(self, variant: Variant, only: tuple[str, ...] | None = None) -> None:
        seed = _WRONG_SEED if variant.kind == "wrong" else self.asked.runs + 1
        trial = Trial(self.exercise.id, variant.label, seed, only, variant.content)
        self.engine.submit(trial, self._boxed_fingerprint, partial(self._graded, variant))

    def _reference_ran(self, variant: Variant, run: Run) -> bool:
        for end in run.ends:
            self.verdict.seconds[end.check] = max(end.seconds, self.verdict.seconds.get(end.check, 0.0))
        self.verdict.checks = list(self.verdict.seconds)
        sound = self._right_ran(variant, run)
        if run.fault:  # no check ran: none would in the sandbox
            return False
        self._in_sandbox(variant)
        if sound:
            self.verdict.problems += slow(self.verdict.seconds, self.exercise.limits.cpu_seconds)
            self.verdict.problems += toothless(self.verdict.checks, self._known)
            self._run_others()
            self._run_mutants()
        return sound

    def _run_others(self) -> None:
        for variant in self._known:
            if variant.kind == "stub":
                self._in_process(variant, (1,), self.asked.thread_counts[0], self._stub_ran)
            elif variant.kind == "mistake":
                self._in_process(variant, (1,), self.asked.thread_counts[0], self._mistake_ran)
            elif variant.kind == "attempt":
                self._sweep(variant, self.asked.wrong_runs, self.asked.thread_counts[:1], self._right_ran)
            elif variant.kind == "wrong":
                self._sweep(variant, self.asked.wrong_runs, self.asked.thread_counts[:1], self._wrong_ran)
            else:
                self._sweep(variant, self.asked.runs, self.asked.thread_counts, self._right_ran)
            if variant.kind in ("stub", "right", "attempt"):
                self._in_sandbox(variant)

    def _sweep(
        self, variant: Variant, runs: int, counts: tuple[int, ...], then: Callable[[Variant, Run], bool]
    ) -> None:
        for number, threads in enumerate(counts):
            for start in range(1, runs + 1, _AT_ONCE):
                if variant.kind == "solution" and number == 0 and start == 1:
                    continue  # that was the first run of all
                seeds = tuple(range(start, min(start + _AT_ONCE, runs + 1)))
                self._in_process(variant, seeds, threads, then)

    def _right_ran(self, variant: Variant, run: Run) -> bool:
        if variant.kind == "solution":
            for end in run.ends:
                self.verdict.measured(end.check, end.margin)
        return self._noted(local_problems(variant, run))

    def _stub_ran(self, variant: Variant, run: Run) -> bool:
        return self._noted(local_problems(variant, run))

    def _wrong_ran(self, variant: Variant, run: Run) -> bool:
        """The sandbox has the last word: on the checks that are named where both agree, else on all of them."""
        forbidden = run.forbidden or bool(find_forbidden(variant.content, self.exercise.forbid).violations)
        everything = self.asked.thorough or forbidden or not agrees(variant, run)
        if run.fault or run.ends[0].seed == 1:  # once, however many seeds there are
            self._in_sandbox(variant, None if everything else tuple(sorted(variant.fails)))
        return self._noted(local_problems(variant, run))

    def _mistake_ran(self, variant: Variant, run: Run) -> bool:
        """Which check catches it is nobody's concern; the sandbox is asked where none does in process."""
        if not run.fault and not run.caught:
            self._in_sandbox(variant)
        return True

    def _graded(self, variant: Variant, outcome: Outcome) -> bool:
        if variant.kind == "wrong":
            self.verdict.messages[variant.name] = outcome.messages
        for check, share in outcome.margins.items():
            self.verdict.measured(check, share)
        return self._noted(list(outcome.problems))

    def _noted(self, problems: list[str]) -> bool:
        self.verdict.problems += [problem for problem in problems if problem not in self.verdict.problems]
        return not problems

    def _run_mutants(self) -> None:
        source = self._known[0].content
        self._all_mutants = self.engine.remembered(
            list[Mutant], code_of_mutation(), ("mutants of", source.hex()), lambda: make_mutants(source)
        )
        most = self.asked.mutants
        chosen = self._all_mutants if most is None else sample(self._all_mutants, most)
        allowed = {check: _LEAST_SECONDS + _PATIENCE * used for check, used in self.verdict.seconds.items()}
        for mutant in chosen:
            task = MutantTask(self.exercise.id, mutant.source, mutant.key.function, tuple(self.verdict.checks), allowed)
            self.engine.submit(task, self._fingerprint, partial(self._mutant_ran, mutant))

    def _mutant_ran(self, mutant: Mutant, fate: Fate) -> bool:
        self._fates[mutant] = fate
        return True

    def _keep_messages(self) -> None:
        """Write or compare what students read; of an exercise that is not sound, nothing is known."""
        if not self.verdict.sound or not self.verdict.messages:
            return
        hints = {variant.name: variant.hint for variant in self._known if variant.kind == "wrong"}
        text = messages.document(self.exercise, self.verdict.messages, hints, self.verdict.checks)
        self.verdict.document = text
        if self.asked.write_messages:
            messages.write(self.exercise, text)
        else:
            self.verdict.problems += messages.problems(self.exercise, text)

    def finish(self) -> ExerciseVerdict:
        """Once the engine has nothing left."""
        found = self.verdict
        margin = found.margin
        if margin is not None and margin[0] > TIGHT:
            found.problems.append(
                f"solution: {margin[1]} uses {margin[0]:.0%} of its tolerance; allow more, at least twice"
            )
        self._keep_messages()
        found.mutants.fates = [(mutant, self._fates[mutant]) for mutant in self._all_mutants if mutant in self._fates]
        found.mutants.waived = frozenset(waiver.key for waiver in self._waivers)
        if self._fates:
            killed = [mutant.key for mutant, fate in self._fates.items() if fate.killed]
            found.problems += stale(self._waivers, (mutant.key for mutant in self._all_mutants), killed)
        rate = found.mutants.rate
        if rate is not None and rate < LEAST_KILLED:
            found.problems.append(f"{rate:.0%} of the mutants are caught; {LEAST_KILLED:.0%} are asked")
        return found
