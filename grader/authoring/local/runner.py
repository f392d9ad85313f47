"""Runs answers to one exercise: forks a child for each run, listens to it, and sees that nothing of it is left."""

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from grader.authoring.local.child import Tell, leave, line_writer, prepare
from grader.authoring.local.fork import Child
from grader.authoring.local.model import Answer, Ended, Run, Wish
from grader.authoring.local.plugin import LocalPlugin
from grader.course import Course, Exercise
from grader.faults import AuthorFault
from grader.judge.isolated_pytest import run_pytest
from grader.judge.program import surroundings
from grader.sandbox.scratch import Scratch
from grader.submission import Submission

T = TypeVar("T")
_QUIET_SECONDS = 120.0  # a child that says nothing for longer waits for something that never comes
_loaded: set[str] = set()


class _InChild(BaseException):
    """Brings a child from where it was forked back to the pytest session that it is to go on with."""


class LocalRuns:
    """Runs of answers to one exercise, all from one started pytest session. The process must have one thread."""

    def __init__(self, exercise: Exercise, course: Course) -> None:
        """Raises AuthorFault where what the exercise uses is not there."""
        self.exercise = exercise
        self.around = surroundings(exercise, course, Submission(None, {}))
        self._plugin = LocalPlugin(exercise, lambda: False)
        self._owner = os.getpid()
        self._tell: Tell | None = None  # of a child

    def during(self, work: Callable[["LocalRuns"], T]) -> T:
        """What ``work`` gives, which may call ``run`` and ``confirmed``."""
        found: list[T] = []

        def before_collection() -> bool:
            try:
                found.append(work(self))
            except _InChild:
                return True
            return False

        self._plugin.before_collection = before_collection
        folder = self.exercise.folder
        try:
            said = run_pytest(self.exercise.checks, folder.parent.parent, [self._plugin])
        finally:
            if os.getpid() != self._owner:
                os._exit(0)  # a child that did not get as far as its own end
        if found:
            return found[0]
        raise self._plugin.internal_error or AuthorFault(f"pytest can't start: {said.strip()}")

    def run(self, answer: Answer, wish: Wish, *, quiet_seconds: float = _QUIET_SECONDS) -> Run:
        """Run the checks on an answer, in a child of this process. Only for ``work`` to call."""
        beside = {f"{name}.py": text for name, text in answer.beside.items()}
        with _folder({**self.around.files, **beside, self.exercise.file: answer.source}) as folder:
            child = Child()
            if child.is_me:
                self._go_on(folder, wish, child)
            run = child.listen(quiet_seconds)
        _load(run.imported)
        return run

    def _go_on(self, folder: Path, wish: Wish, child: Child) -> None:
        """In the child: import the answer, then leave for the pytest session, which ends with the process."""
        tell = line_writer(child.writer)
        try:
            child.settle()
            ready = prepare(self.exercise, folder, self.around.modules, wish, self._plugin, tell)
            self._plugin.at_end = lambda: leave(self._plugin, self.exercise.folder, tell)
        except BaseException as error:
            tell(fault=f"{type(error).__name__}: {error}")
            ready = False
        if not ready:
            os._exit(0)
        raise _InChild

    def confirmed(self, answer: Answer, wish: Wish) -> Run:
        """A run as the sandbox would make it, where each check has a fresh process.

        A failure is looked at again alone, in a child that ran no other check before: what only fails after others is
        none. What a child that ended did not come to is run in another, unless it was to stop.
        """
        run = self.run(answer, wish)
        ends: list[Ended] = []
        for number, end in enumerate(run.ends):
            alone = replace(wish, seeds=(end.seed,), checks=(end.check,), stop=True)
            doubted = end.caught and number and end.check not in wish.believed
            again = self.run(answer, alone).ends if doubted else ()
            ends.extend(again or (end,))
        for seed in () if wish.stop else wish.seeds:
            ends += self._left_out(answer, replace(wish, seeds=(seed,)), run.planned, ends)
        return replace(run, ends=tuple(ends))

    def _left_out(self, answer: Answer, wish: Wish, planned: Sequence[str], ends: Sequence[Ended]) -> list[Ended]:
        """The checks that a run with one seed did not come to, each alone."""
        found = {end.check: end for end in ends if end.seed == wish.seeds[0]}
        for check in planned:
            if check not in found:
                unmet = tuple(name for name, end in found.items() if end.caught or end.end == "skipped")
                (found[check],) = self.run(answer, replace(wish, checks=(check,), unmet=unmet)).ends
        return [found[check] for check in planned if found[check] not in ends]


@contextlib.contextmanager
def _folder(files: Mapping[str, bytes]) -> Iterator[Path]:
    """A folder with these files. It goes when its maker leaves the block, not when a child of its maker does."""
    scratch = Scratch()
    try:
        for name, content in files.items():
            (scratch.path / name).write_bytes(content)
        yield scratch.path
    finally:
        scratch.remove()


def _load(names: tuple[str, ...]) -> None:
    """Libraries that a child had to load are loaded here, once, for the children to come."""
    for name in names:
        if name not in _loaded and name not in sys.modules:
            _loaded.add(name)
            with contextlib.suppress(Exception):
                importlib.import_module(name)
