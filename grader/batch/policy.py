"""The rules of a course's grades: due dates, late penalties, grace days, attempts, weights, exceptions. One TOML file.

The file's text is kept in the run's audit log, so the same journal gives the same gradebook for ever.
"""

import math
import tomllib
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from grader.course.mistakes import mistake
from grader.faults import UsageFault
from grader.language import say

_DAY = 86_400.0
_NIGHT = time(0)


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def _moment(value: Any) -> Any:
    """A time as TOML has it. A date alone is the whole of that day, so its end is midnight after it."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime.combine(value + timedelta(days=1), _NIGHT)
    raise ValueError("must be a date or a time without quotes, as in 2026-05-10 or 2026-05-10T18:00:00")


Moment = Annotated[datetime, BeforeValidator(_moment)]


class Late(_Table):
    """What lateness costs, a started day."""

    percent_per_day: float = Field(default=0.0, ge=0, le=100)
    at_most_percent: float = Field(default=100.0, ge=0, le=100)
    closed_after_days: float | None = Field(default=None, ge=0)  # nothing counts after that
    days_if_unknown: int = Field(default=1, ge=0)  # where the platform says "late" and not how late


class Extension(_Table):
    """More time for one student: a later date, or so many days after the due date."""

    student: str
    reason: str = Field(min_length=1)
    exercise: str = ""  # an exercise's or a chapter's id; empty for all
    until: Moment | None = None
    days: float = Field(default=0.0, ge=0, le=3650)


class Override(_Table):
    """A grade by hand, over whatever was graded."""

    student: str
    exercise: str
    reason: str = Field(min_length=1)
    points: float | None = Field(default=None, ge=0)
    excused: bool = False  # the exercise does not count for this student

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if (self.points is None) != self.excused:
            raise ValueError("needs either points or excused = true")
        return self


class Policy(_Table):
    """All rules. Times without a zone are in ``timezone``; a due date without a time is the end of that day."""

    timezone: str = "UTC"
    attempts: Literal["best", "last", "first"] = "best"
    grace_days: int = Field(default=0, ge=0)  # late days a student may take in all without a penalty
    drop_lowest: int = Field(default=0, ge=0)  # exercises that count least are left out
    late: Late = Late()
    due: dict[str, Moment] = {}  # by exercise id, by chapter id, or "default"
    weights: dict[str, float] = {}  # by exercise id or chapter id; 1 where not named
    extensions: tuple[Extension, ...] = ()
    overrides: tuple[Override, ...] = ()

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            raise ValueError(f"there is no time zone {name!r}; use a name such as Europe/Berlin") from None
        return name

    @field_validator("weights")
    @classmethod
    def _no_negative_weight(cls, table: dict[str, float]) -> dict[str, float]:
        bad = [key for key, value in table.items() if not (value >= 0 and math.isfinite(value))]
        if bad:
            raise ValueError(f"the weight of {bad[0]} must be 0 or more")
        return table

    def moment(self, when: datetime) -> datetime:
        """A time as an instant: in ``timezone`` where it has no zone of its own."""
        return when if when.tzinfo else when.replace(tzinfo=ZoneInfo(self.timezone))

    def due_for(self, student: set[str], exercise: str) -> datetime | None:
        """When an exercise is due for a student (any of the names they go by), extensions counted; None for never."""
        due = self._first(self.due, exercise)
        due = self.due.get("default") if due is None else due
        if due is None:
            return None
        latest = self.moment(due)
        for extension in self.extensions:
            if _same(extension.student, student) and _covers(extension.exercise, exercise):
                until = self.moment(extension.until) if extension.until else self.moment(due)
                # Days of the calendar: due at six stays due at six, also where clocks are set in between.
                latest = max(latest, until + timedelta(days=extension.days))
        return latest

    def weight(self, exercise: str) -> float:
        found = self._first(self.weights, exercise)
        return 1.0 if found is None else found

    def override(self, student: set[str], exercise: str) -> Override | None:
        """The last one counts."""
        found = [each for each in self.overrides if _same(each.student, student) and each.exercise == exercise]
        return found[-1] if found else None

    @staticmethod
    def _first(table: dict[str, Any], exercise: str) -> Any:
        return table.get(exercise, table.get(exercise.partition("/")[0]))


def days_late(received: datetime | None, late: bool | None, due: datetime | None, rules: Late) -> int:
    """Started days after the due date; what the platform says counts where there is no time to compare."""
    if received is not None and due is not None:
        return max(0, math.ceil((received - due).total_seconds() / _DAY))
    return rules.days_if_unknown if late else 0


def penalty_percent(days: int, rules: Late) -> float:
    """How much of the points lateness costs: 100 where nothing counts any more."""
    if rules.closed_after_days is not None and days > rules.closed_after_days:
        return 100.0
    return min(days * rules.percent_per_day, rules.at_most_percent)


def parse_policy(text: str, name: str) -> Policy:
    """Read the TOML. Raises UsageFault with one sentence that names the key."""
    try:
        return Policy.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageFault(say("{name} is no TOML: {error}.", name=name, error=error)) from None
    except ValidationError as error:
        raise UsageFault(f"{name}: {mistake(error, Policy)}") from None


def named(policy: Policy) -> tuple[set[str], set[str]]:
    """(exercises or chapters, students) that the rules name."""
    exceptions: tuple[Extension | Override, ...] = (*policy.extensions, *policy.overrides)
    exercises = {*policy.due, *policy.weights, *(each.exercise for each in exceptions)} - {"default", ""}
    return exercises, {each.student for each in exceptions}


def _same(name: str, student: set[str]) -> bool:
    return name.casefold().strip() in student


def _covers(named: str, exercise: str) -> bool:
    return named in ("", exercise, exercise.partition("/")[0])
