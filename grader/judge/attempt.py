"""One run of one check against one program, as it went: what was raised, how the worker ended, what was printed."""

from dataclasses import dataclass, field

from grader.judge.forbidden import Violation
from grader.sandbox.protocol import Captured, Ending

PHASES = ("setup", "call", "teardown")


@dataclass(frozen=True, slots=True)
class Phases:
    """What pytest's three phases of an item raised, in order. A phase that is missing was never finished."""

    errors: dict[str, BaseException | None] = field(default_factory=dict)
    printed: str = ""  # by the check itself, in the judge
    skipped_parts: tuple[str, ...] = ()

    @property
    def error(self) -> BaseException | None:
        """The first exception."""
        return next((error for error in self.errors.values() if error is not None), None)

    @property
    def when(self) -> str:
        """The phase of the first exception."""
        return next((when for when, error in self.errors.items() if error is not None), "")

    @property
    def complete(self) -> bool:
        """Whether every phase came to its end without an exception: the only way to pass."""
        return tuple(self.errors) == PHASES and self.error is None


@dataclass(frozen=True, slots=True)
class Attempt:
    """Everything that a verdict is formed from."""

    phases: Phases
    ending: Ending
    load_error: BaseException | None = None  # the module could not be imported this time
    denied: Violation | None = None  # a forbidden call on the way
    rewritten: tuple[str, ...] = ()  # what of the check's own was written into, where the check does not ask for it
    seconds: float = 0.0

    @property
    def error(self) -> BaseException | None:
        return self.load_error or self.phases.error

    @property
    def captured(self) -> Captured:
        return self.ending.captured
