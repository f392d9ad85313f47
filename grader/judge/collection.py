"""The checks of an exercise without running any: what pytest collects, with marks and weights. Starts no sandbox."""

from collections.abc import Sequence
from pathlib import Path

from grader.course.exercise import Exercise
from grader.faults import AuthorFault
from grader.judge.check_set import CheckSet
from grader.judge.importer import modules_in_place
from grader.judge.isolated_pytest import run_pytest
from grader.judge.plugin import ChecksPlugin
from grader.judge.remote import Subject
from grader.judge.session import ONE_AT_A_TIME
from grader.judge.uncollected import reason
from grader.language import say


def collect(exercise: Exercise, modules: Sequence[str], file: Path | None = None) -> CheckSet:
    """The checks in ``file`` (default: the exercise's own); ``modules`` are what they may import beside the student's.

    Raises AuthorFault where they can't be collected or contradict themselves.
    """
    file = file or exercise.checks
    found: list[CheckSet] = []
    subject = Subject([exercise.name, *modules])
    plugin = ChecksPlugin(
        lambda items: found.append(CheckSet.of(items, exercise)) if items else None,
        subject=subject,
        module=exercise.name,
        device="cpu",
        data_folder=exercise.data_folder,
    )
    stand_ins = {name: subject.module(name) for name in (exercise.name, *modules)}
    with ONE_AT_A_TIME, modules_in_place(stand_ins, file.parent):
        said = run_pytest(file, file.parent.parent.parent, [plugin])
    error = plugin.internal_error or plugin.collect_error
    if isinstance(error, AuthorFault):
        raise error
    if error is not None or not found:
        why = reason(error, file.parent) if error else (said.strip().splitlines() or [say("no check")])[-1]
        raise AuthorFault(say("{file} can't be collected: {reason}.", file=file, reason=why.partition("\n")[0]))
    return found[0]
