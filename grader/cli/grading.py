"""What ``grade run`` does: find, read, grade, tell, remember."""

import sys
from collections.abc import Sequence
from pathlib import Path

from grader.cli import interrupt
from grader.cli.places import Place, find_place
from grader.cli.reports import refuse_bad_places, write_reports
from grader.cli.request import Request
from grader.cli.standing import attempts_of, passed_as_they_are, with_hints_taken, with_lent, with_used
from grader.cli.telling import not_graded, tell
from grader.course import Course, Exercise, Workspace, resolve_targets
from grader.course.nearest import did_you_mean
from grader.course.targets import UnknownTarget, problems_of
from grader.faults import Fault, InfrastructureFault, UsageFault
from grader.language import language, say
from grader.report.model import CheckResult, Report
from grader.report.standing import exit_code
from grader.submission import Submission, read_submission


def grade_request(request: Request) -> int:
    """Grade what was asked, print and write the reports, remember the result; the exit code.

    Raises a Fault for what keeps everything from being graded. What goes wrong after grading is told beside the result.
    """
    place = find_place(request.course)
    targets = request.targets or chapter_here(place)
    exercises = resolve_asked(place.course, targets, request.only)
    handed_in = request.submission or place.require_workspace().root
    refuse_bad_places(request.files.values())
    used = [each for each in with_used(exercises, place.course) if each not in exercises]
    submission = read_submission(handed_in, exercises, used=used)
    if request.submission is not None:
        submission = with_lent(submission, used, place.workspace)
    report = _grade(request, place, exercises, submission)
    tell(report, request)
    faults = [
        *problems_of(place.course, targets),
        *not_graded(report),
        *_keep(report, request, place.workspace, handed_in),
    ]
    for fault in faults:
        sys.stderr.write(f"grade: {fault}\n")
    return max([exit_code(report), *(fault.exit_code for fault in faults)])


def chapter_here(place: Place) -> tuple[str, ...]:
    """The chapter in whose folder one stands. Raises UsageFault where one stands in none."""
    chapter = place.workspace.chapter_here(Path.cwd()) if place.workspace else None
    if chapter is None:
        raise UsageFault(say("Say what to grade, as in `grade ch3` or `grade 3.2`; `grade list` shows what there is."))
    return (chapter,)


def resolve_asked(course: Course, targets: Sequence[str], only: Sequence[str] = ()) -> list[Exercise]:
    from grader.cli.app import COMMANDS

    try:
        return resolve_targets(course, targets, only)
    except UnknownTarget as unknown:  # `grade strat ch3` comes here too
        if unknown.target == targets[0]:
            raise UsageFault(
                f"{unknown}{did_you_mean(unknown.target, COMMANDS).replace('?', ', the command?')}"
            ) from None
        raise


def _grade(request: Request, place: Place, exercises: list[Exercise], submission: Submission) -> Report:
    from grader.cli.warm import warming_sandbox
    from grader.report.progress import Progress

    with warming_sandbox(request.sandbox, place.course, request.gpus) as warming, Progress() as progress:
        from grader.judge.session import grade  # imports torch, as the sandbox does at the same time

        _refuse_missing_device(request.device)
        sandbox = warming.result()

        def on_exercise(exercise: Exercise) -> None:
            interrupt.raise_if_pending()
            progress.start(f"{exercise.number} {exercise.title_in(language())}")

        def on_check(check: CheckResult) -> None:
            interrupt.raise_if_pending()
            progress.on_check(check)

        report = grade(
            exercises, submission, sandbox, seed=request.seed, device=request.device, course=place.course,
            passed=passed_as_they_are(place.workspace, submission), on_check=on_check, on_exercise=on_exercise,
        )  # fmt: skip
        interrupt.raise_if_pending()
    return with_hints_taken(report, place.workspace)


def _refuse_missing_device(device: str) -> None:
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise InfrastructureFault(say("This machine has no GPU that torch can use: leave out --device cuda."))


def _keep(report: Report, request: Request, workspace: Workspace | None, handed_in: Path) -> list[Fault]:
    """Write reports and progress; the faults of what could not be written."""
    faults: list[Fault] = []
    try:
        write_reports(report, request.files, for_instructor=request.instructor)
    except Fault as fault:
        faults.append(fault)
    if workspace is not None and handed_in == workspace.root:
        try:
            workspace.progress.add(attempts_of(report))
        except Fault as fault:
            faults.append(fault)
    return faults
