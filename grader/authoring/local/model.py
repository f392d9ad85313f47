"""What is asked of a run in process, and what it says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

End = Literal["passed", "failed", "skipped", "not run", "timeout", "crashed"]
CAUGHT: tuple[End, ...] = ("failed", "timeout", "crashed")


@dataclass(frozen=True, slots=True)
class Answer:
    """Code to run. ``beside`` are further modules that it may import."""

    exercise: str
    source: bytes
    beside: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wish:
    """How to run it. ``checks`` names what to run, in this order; None: all, in the order of the session.

    ``stop``: at the first check that fails; dependencies then do not matter, and skip nothing.
    ``cpu_seconds`` bounds each check; a process that needs more is ended. ``unmet`` names checks that did not pass
    before: what depends on them is skipped. ``believed`` names checks whose failure is not looked at again. ``watch``:
    forbidden operators, calls and imports to look out for.
    """

    seeds: tuple[int, ...] = (1,)
    threads: int = 1
    checks: tuple[str, ...] | None = None
    stop: bool = False
    cpu_seconds: Mapping[str, float] = field(default_factory=dict)
    unmet: tuple[str, ...] = ()
    believed: tuple[str, ...] = ()
    watch: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """How one check went with one seed. ``said`` is one line on what it found; ``margin`` of a tolerance was used."""

    check: str
    seed: int
    end: End
    said: str = ""
    seconds: float = 0.0
    margin: float | None = None

    @property
    def caught(self) -> bool:
        return self.end in CAUGHT


@dataclass(frozen=True, slots=True)
class Run:
    """All that a child said. ``fault`` is set when its checks could not be collected or the answer not be imported.

    ``forbidden``: something that it was to look out for was run.
    """

    ends: tuple[Ended, ...] = ()
    fault: str = ""
    imported: tuple[str, ...] = ()  # modules of libraries that it had to load: to be loaded before the next fork
    planned: tuple[str, ...] = ()  # the checks that it was to run with each seed, in this order
    forbidden: bool = False

    @property
    def caught(self) -> tuple[Ended, ...]:
        return tuple(end for end in self.ends if end.caught)
