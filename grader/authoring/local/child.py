"""The forked child: it imports an answer, collects the checks and runs them, and tells its parent line by line."""

import contextlib
import gc
import importlib
import importlib.util
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

from grader.authoring.local.facade import AnswerModule, Writes
from grader.authoring.local.model import Wish
from grader.authoring.local.plugin import LocalPlugin, one_side
from grader.checks.finding import Finding
from grader.checks.margin import measured
from grader.course import Exercise
from grader.judge import seeds
from grader.judge.check import Check
from grader.judge.check_set import CheckSet
from grader.judge.uncollected import reason
from grader.worker.watch import Guards

_CPU_SECONDS = 60.0  # of a check for which none are given
Tell = Callable[..., None]


def prepare(
    exercise: Exercise, folder: Path, beside: Sequence[str], wish: Wish, plugin: LocalPlugin, tell: Tell
) -> bool:
    """Import the answer and have the pytest session that goes on from here run its checks.

    ``folder`` holds the answer's files; ``beside`` names further modules there that checks may import. False when the
    answer can't be imported. Nothing of this is ever put back: the process ends afterwards.
    """
    gc.freeze()  # what was there before is never looked at again: a child pays for each page that it writes into
    _limit(exercise)
    torch.set_num_threads(wish.threads)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    one_side()
    newest, writes = next(reversed(sys.modules)), Writes()
    guards = Guards(*wish.watch) if any(wish.watch) else None
    try:
        plugin.module = _imported(exercise.name, folder, writes)
        for name in beside:
            sys.modules[name] = AnswerModule(importlib.import_module(name), writes)
    except BaseException as error:  # SystemExit too: a file may do anything
        tell(fault=f"can't be imported: {_line(error)}")
        return False
    plugin.conduct = _Session(exercise, plugin, writes, guards, wish, tell, newest).conduct
    return True


def leave(plugin: LocalPlugin, folder: Path, tell: Tell) -> None:
    """At the end of the session: tell why no check ran, if so. ``folder`` is the exercise's."""
    error = plugin.internal_error or plugin.collect_error
    if error is not None:
        tell(fault=f"the checks can't be run: {reason(error, folder)}")
    os._exit(0)


def _limit(exercise: Exercise) -> None:
    """An answer that runs wild must not take the machine with it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        here = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        most = here + exercise.limits.memory_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _imported(name: str, folder: Path, writes: Writes) -> AnswerModule:
    """The answer's module behind its facade, which stands in sys.modules."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    answer = AnswerModule(module, writes)
    sys.modules[name] = answer
    return answer


class _Session:
    """The checks of an exercise on one answer."""

    def __init__(
        self,
        exercise: Exercise,
        plugin: LocalPlugin,
        writes: Writes,
        guards: Guards | None,
        wish: Wish,
        tell: Tell,
        newest: str,
    ) -> None:
        self.exercise = exercise
        self.plugin = plugin
        self.writes = writes
        self.guards = guards
        self.wish = wish
        self.tell = tell
        self.newest = newest  # the last module that was imported before the answer

    def conduct(self, items: Sequence[pytest.Item]) -> None:
        self._run(items)
        since = takewhile(lambda name: name != self.newest, reversed(sys.modules))
        self.tell(imported=_libraries(since))

    def _run(self, items: Sequence[pytest.Item]) -> None:
        checks = CheckSet.of(items, self.exercise)
        names = self.wish.checks if self.wish.checks is not None else checks.to_run(list(checks.checks))
        self.tell(planned=names)
        for seed in self.wish.seeds:
            self.plugin.seed = seeds.derive(seed, self.exercise.id, "exercise", bits=seeds.SEED_BITS)
            unmet = set(self.wish.unmet)
            for name in names:
                if not self._one(checks, name, seed, unmet):
                    unmet.add(name)
                    if self.wish.stop:
                        return

    def _one(self, checks: CheckSet, name: str, seed: int, unmet: set[str]) -> bool:
        """Whether a check passed, or at least stands in nobody's way."""
        check = checks.checks[name]
        if check.needs_gpu and not torch.cuda.is_available():
            self.tell(check=name, seed=seed, end="not run")
            return True
        if not self.wish.stop and unmet.intersection(checks.depends[name]):
            self.tell(check=name, seed=seed, end="skipped")
            return False
        self.tell(started=name, seed=seed)
        started = time.perf_counter()
        with _cpu_time(self.wish.cpu_seconds.get(name, _CPU_SECONDS)), measured() as margins:
            said = self._found(checks.items[name], check)
        seconds = time.perf_counter() - started
        margin = max(margins.values(), default=None)
        if self.guards is not None and self.guards.seen:
            self.tell(forbidden=True)
        self.tell(check=name, seed=seed, end="failed" if said else "passed", said=said, seconds=seconds, margin=margin)
        return not said

    def _found(self, item: pytest.Item, check: Check) -> str:
        """What the check found; "" for nothing."""
        self.writes.clear()
        with self.guards.watching() if self.guards is not None else contextlib.nullcontext():
            phases = self.plugin.run(item)
        if phases.error is not None:
            return _line(phases.error)
        if not phases.complete:
            return "did not come to its end"
        if self.writes.by and not check.changes_arguments:
            return f"`{self.writes.by[0]}` writes into its arguments"
        return ""


@contextlib.contextmanager
def _cpu_time(seconds: float) -> Iterator[None]:
    """The process is ended by the kernel when the block takes more, wherever it is."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _line(error: BaseException) -> str:
    """An exception in one line."""
    text = error.facts.headline if isinstance(error, Finding) else traceback.format_exception_only(error)[-1]
    return " ".join(text.split())[:300] or type(error).__name__


def _libraries(names: Iterable[str]) -> list[str]:
    """Those of the modules that belong to Python or to what is installed."""
    return sorted(name for name in names if _is_library(sys.modules.get(name)))


def _is_library(module: ModuleType | None) -> bool:
    file = getattr(module, "__file__", None) or ""
    return "site-packages" in file or file.startswith(os.path.dirname(os.__file__))


def line_writer(descriptor: int) -> Tell:
    """Tells over a pipe, each message a line, written at once: the next check may end the process."""

    def tell(**message: Any) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(descriptor, data) :]

    return tell
