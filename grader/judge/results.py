"""From what is known of a check to its entry in the report."""

from dataclasses import dataclass, field
from pathlib import Path

from grader.judge import seeds
from grader.judge.attempt import Attempt
from grader.judge.check import Check
from grader.judge.feedback import Context, feedback
from grader.judge.instructor import for_instructor, output_of
from grader.judge.verdicts import Judgement
from grader.language import say
from grader.language.course import told
from grader.report import model


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a check ended; without an attempt where it did not have to run for that."""

    judgement: Judgement
    attempt: Attempt | None = None
    hint: str | None = None  # of the known wrong answer whose values the student's are


@dataclass(frozen=True, slots=True)
class Recorder:
    """Writes entries for one exercise."""

    context: Context
    checks_file: Path
    shares: dict[str, float] = field(default_factory=dict)

    def entry(self, check: Check, outcome: Outcome, seed: int, said: model.Feedback | None = None) -> model.CheckResult:
        """``said`` takes the place of the words that the cause would get."""
        attempt, cause = outcome.attempt, outcome.judgement.cause
        quiet = check.hidden or self.context.secrets_inside
        said = said or self._words(check, outcome)
        if said is not None and not cause.graded:
            said = _with_reference(said, check, seed)
        extra = None
        if attempt is not None:
            extra = for_instructor(check, attempt, outcome.judgement, self.context, self.checks_file, seed)
        return model.CheckResult(
            id=check.id,
            title=check.title,
            visibility=check.visibility,
            feedback_level=check.level,
            cause=cause,
            owner=cause.owner,
            points=self.shares[check.id] if cause.passed else 0.0,
            max_points=self.shares[check.id],
            feedback=said,
            output=output_of(attempt.captured) if attempt is not None and not quiet else None,
            seconds=attempt.seconds if attempt is not None else 0.0,
            cpu_seconds=attempt.ending.cpu_seconds if attempt is not None else 0.0,
            instructor=extra,
        )

    def _words(self, check: Check, outcome: Outcome) -> model.Feedback | None:
        said = feedback(check, outcome.judgement, self.context)
        if said is not None:
            return said.model_copy(update={"misunderstanding": told(outcome.hint)}) if outcome.hint else said
        parts = outcome.attempt.phases.skipped_parts if outcome.attempt is not None else ()
        if not parts:
            return None
        return model.Feedback(
            headline=say("Passed; a part of it could not be run here: {parts}.", parts="; ".join(parts))
        )


def _with_reference(said: model.Feedback, check: Check, seed: int) -> model.Feedback:
    """A short number to tell the instructor, who finds the same in the instructor's report."""
    number = f"{seeds.derive(seed, check.id, 'reference', bits=16):04x}"
    told = said.headline.replace(
        say("Tell your instructor."), say("Tell your instructor: reference {number}.", number=number)
    )
    return said.model_copy(update={"headline": told})
