"""What of a report a student may see. Every format shows a student this copy and never the whole report."""

from grader.report.model import CheckResult, ExerciseResult, Feedback, Report


def student_copy(report: Report) -> Report:
    """The report without the instructor's parts, without the secret seed, and with each check's feedback cut to its
    ``feedback_level``: "full" keeps it, "hint" keeps headline and hints, "none" keeps title and cause alone.
    """
    exercises = [_exercise(exercise) for exercise in report.exercises]
    return report.model_copy(update={"exercises": exercises, "seed": None})


def shown(report: Report, *, for_instructor: bool) -> Report:
    """The report itself for an instructor, the student's copy for everybody else."""
    return report if for_instructor else student_copy(report)


def _exercise(exercise: ExerciseResult) -> ExerciseResult:
    return exercise.model_copy(update={"checks": [student_check(check) for check in exercise.checks]})


def student_check(check: CheckResult) -> CheckResult:
    """What a student may see of one check."""
    # What a student's code printed while a hidden check ran can carry the hidden inputs out.
    output = check.output if check.visibility == "visible" else None
    return check.model_copy(update={"instructor": None, "output": output, "feedback": _feedback(check)})


def _feedback(check: CheckResult) -> Feedback | None:
    feedback = check.feedback
    if feedback is None or check.feedback_level == "full":
        return feedback
    if check.feedback_level == "hint":
        return Feedback(
            headline=feedback.headline, misunderstanding=feedback.misunderstanding, hint=feedback.hint
        )  # fmt: skip
    # Not the student's doing: the sentence says so and whom to tell, and holds nothing of the check.
    return None if check.cause.graded else Feedback(headline=feedback.headline)
