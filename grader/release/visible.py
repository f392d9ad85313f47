"""The visible checks of an exercise, as a file of their own: the hidden ones are cut out, and it is seen that the rest
still holds the same checks."""

import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.course import Course, Exercise
from grader.faults import AuthorFault
from grader.judge.check import Check
from grader.judge.collection import collect
from grader.judge.dependencies import case_of
from grader.judge.program import all_used
from grader.language import say
from grader.release.pruning import Kept, pruned


@dataclass(frozen=True, slots=True)
class VisibleChecks:
    """``source`` is empty where no check is visible."""

    source: str
    ids: tuple[str, ...] = ()
    hidden: int = 0
    hidden_weight: float = 0.0
    warnings: tuple[str, ...] = field(default=())


def visible_checks(exercise: Exercise, course: Course) -> VisibleChecks:
    """What a student may have of checks.py. Raises AuthorFault."""
    modules = [*(["fixtures"] if exercise.fixtures else []), *(used.name for used in all_used(exercise, course))]
    checks = collect(exercise, modules).checks
    shown, mixed = _shown(checks)
    kept = {id: check for id, check in checks.items() if case_of(id)[0] in shown}
    hidden = [check for id, check in checks.items() if id not in kept]
    warnings = tuple(
        say(
            "{exercise}: {check} has visible and hidden cases; a release has all of them or none, so it has none.",
            exercise=exercise.id,
            check=name,
        )
        for name in mixed
    )
    source = _cut(exercise, shown, {case_of(check.id)[0] for check in hidden}) if kept else ""
    if kept:
        _compare(exercise, source, modules, kept)
    return VisibleChecks(source, tuple(kept), len(hidden), sum(check.weight for check in hidden), warnings)


def _shown(checks: Mapping[str, Check]) -> tuple[set[str], list[str]]:
    """(functions all of whose cases are visible, functions with some of each)."""
    states: dict[str, set[bool]] = {}
    for id, check in checks.items():
        states.setdefault(case_of(id)[0], set()).add(check.hidden)
    return {name for name, hidden in states.items() if hidden == {False}}, [n for n, h in states.items() if len(h) > 1]


def _cut(exercise: Exercise, shown: Collection[str], hidden: Collection[str]) -> str:
    title = f"The visible checks of {exercise.name}. The hidden ones are graded where you hand in."
    names = {*hidden, *(name.rpartition("::")[2] for name in hidden)} - {name.rpartition("::")[2] for name in shown}
    kept = Kept(lambda name: _is_shown(name, shown, hidden), names)
    return pruned(exercise.checks.read_text(encoding="utf-8"), kept, title)


def _is_shown(name: str, shown: Collection[str], hidden: Collection[str]) -> bool:
    """Of a function, of a class (where any of its checks is), or of a method that other classes inherit."""
    if name in shown or any(each.startswith(f"{name}::") for each in shown):
        return True
    last = name.rpartition("::")[2]
    inherited = any(each.endswith(f"::{last}") for each in shown) and "::" in name and name not in hidden
    return inherited and not any(each.endswith(f"::{last}") for each in hidden)


def _compare(exercise: Exercise, source: str, modules: list[str], kept: Mapping[str, Check]) -> None:
    """The cut file is collected where nothing else of the course is, and must hold the checks that it should."""
    with tempfile.TemporaryDirectory(prefix="torchgrade-") as scratch:
        folder = Path(scratch, exercise.chapter, exercise.name)
        folder.mkdir(parents=True)
        for path in (*exercise.folder.glob("README*.md"), *([exercise.fixtures] if exercise.fixtures else [])):
            (folder / path.name).write_bytes(path.read_bytes())
        (folder / "checks.py").write_text(source, encoding="utf-8")
        try:
            found = collect(exercise, modules, folder / "checks.py").checks
        except AuthorFault as fault:
            raise AuthorFault(
                say(
                    "{exercise}: without the hidden checks the visible ones don't work: {fault}",
                    exercise=exercise.id,
                    fault=fault,
                )
            ) from fault
    if {id: _told(check) for id, check in found.items()} != {id: _told(check) for id, check in kept.items()}:
        raise AuthorFault(
            say(
                "{exercise}: without the hidden checks the visible ones are others than with them.",
                exercise=exercise.id,
            )
        )


def _told(check: Check) -> Check:
    return replace(check, depends=())


def visible_part(source: str, fixtures: Collection[str]) -> str:
    """Of a conftest.py: the fixtures that are asked for, and what pytest itself calls."""
    return pruned(source, Kept(lambda name: False, fixtures=tuple(fixtures)), "What the visible checks share.")
