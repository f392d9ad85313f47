"""What verify found about one exercise."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from grader.authoring.mutation.mutant import Key, Mutant
from grader.authoring.tasks import Fate
from grader.course import Exercise

TIGHT = 0.5  # a reference that uses up more of a tolerance than this is one unlucky seed away from failing
LEAST_KILLED = 0.85  # of an exercise's mutants, after waivers
LEAST_KILLED_OVERALL = 0.95


@dataclass(slots=True)
class MutantVerdict:
    """What became of the mutants. ``fates`` is in the order of the file, ``waived`` says which may live."""

    fates: list[tuple[Mutant, Fate]] = field(default_factory=list)
    waived: frozenset[Key] = frozenset()

    @property
    def asked(self) -> int:
        """How many count: all but the waived ones."""
        return len(self.fates) - sum(1 for mutant, _ in self.fates if mutant.key in self.waived)

    @property
    def killed(self) -> int:
        return sum(1 for mutant, fate in self.fates if fate.killed and mutant.key not in self.waived)

    @property
    def survivors(self) -> list[Mutant]:
        """Those that live without leave."""
        return [mutant for mutant, fate in self.fates if not fate.killed and mutant.key not in self.waived]

    @property
    def rate(self) -> float | None:
        return self.killed / self.asked if self.asked else None


@dataclass(slots=True)
class ExerciseVerdict:
    """``margins`` is the largest used share of each check's tolerances, ``seconds`` the time of each in process.

    ``messages`` is what the student reads, by wrong answer and check; ``document`` the same as a golden file's text.
    """

    exercise: Exercise
    problems: list[str] = field(default_factory=list)
    answers: int = 0
    checks: list[str] = field(default_factory=list)
    margins: dict[str, float] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    mutants: MutantVerdict = field(default_factory=MutantVerdict)
    messages: dict[str, dict[str, str]] = field(default_factory=dict)
    document: str = ""

    @property
    def sound(self) -> bool:
        return not self.problems

    @property
    def margin(self) -> tuple[float, str] | None:
        """(share, check) where the reference uses up most of a tolerance."""
        return max(((share, check) for check, share in self.margins.items()), default=None)

    def measured(self, check: str, share: float | None) -> None:
        if share is not None:
            self.margins[check] = max(share, self.margins.get(check, 0.0))


def kill_rate(verdicts: Iterable[ExerciseVerdict]) -> float | None:
    """Of all mutants of some exercises, after waivers."""
    found = [verdict.mutants for verdict in verdicts]
    asked = sum(mutants.asked for mutants in found)
    return sum(mutants.killed for mutants in found) / asked if asked else None
