"""The one report schema. Every format (terminal, HTML, JSON …) is a pure function of a ``Report``.

Versioned: a reader refuses a ``schema_version`` whose major part it does not know.
"""

import math
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from grader.verdict import Cause, Owner

SCHEMA_VERSION = "1.0"


def _finite_or_none(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _encodable(value: Any) -> Any:
    """Lone surrogates (Python makes them of bytes that are no UTF-8) as U+FFFD: no format could write them."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list | tuple):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    return value


# Number: what a student's code computed, None where it is not finite. Amount: ours, always finite (JSON has no NaN).
Number = Annotated[float | None, BeforeValidator(_finite_or_none)]
Amount = Annotated[float, Field(allow_inf_nan=False)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _only_encodable_text(cls, data: Any) -> Any:
        return _encodable(data)


class HeatMap(_Model):
    """A matrix drawn as coloured cells, row-major; None where a value is not finite."""

    kind: Literal["heatmap"] = "heatmap"
    title: str
    values: list[list[Number]]
    row_label: str = ""
    column_label: str = ""


class Series(_Model):
    name: str
    y: list[Number]
    x: list[Amount] | None = None  # 0, 1, 2 … when None


class Curve(_Model):
    """Lines over steps, with an optional horizontal threshold."""

    kind: Literal["curve"] = "curve"
    title: str
    series: list[Series]
    x_label: str = "step"
    y_label: str = "loss"
    threshold: Number = None
    threshold_label: str = ""


Picture = Annotated[HeatMap | Curve, Field(discriminator="kind")]


class Frame(_Model):
    """One frame of the student's own code in a traceback."""

    file: str
    line: int
    function: str
    source: str = ""


class Feedback(_Model):
    """What the student reads about one check. All text is plain; backticks mark code. Never trusted as markup."""

    headline: str
    details: list[str] = []
    expected: str | None = None
    actual: str | None = None
    where: str | None = None
    smallest_input: dict[str, str] = {}
    misunderstanding: str | None = None  # the hint of the known wrong answer whose values these are
    hint: str | None = None
    traceback: list[Frame] = []
    pictures: list[Picture] = []


class Output(_Model):
    """What the student's code printed while the check ran; bounded."""

    stdout: str = ""
    stderr: str = ""
    truncated: bool = False


class ForInstructor(_Model):
    """For the instructor's report alone: never rendered for a student."""

    assertion: str = ""  # the failing line of the check and its locals
    traceback: str = ""
    student_message: str = ""  # the student's exception text while a hidden check ran
    output: Output | None = None  # what was printed while a hidden check ran
    seed: int | None = None


class CheckResult(_Model):
    id: str  # pytest's: "test_values[pairwise_sq_dist_lowmem]"
    title: str  # the first line of the check's docstring
    visibility: Literal["visible", "hidden"]
    feedback_level: Literal["full", "hint", "none"] = "full"
    cause: Cause
    owner: Owner | None = None
    points: Amount
    max_points: Amount
    feedback: Feedback | None = None  # None on a pass
    output: Output | None = None  # visible checks only
    seconds: Amount = 0.0
    cpu_seconds: Amount = 0.0
    instructor: ForInstructor | None = None


class Uses(_Model):
    """An earlier exercise that this one builds on, and whose version was used."""

    exercise: str
    version: Literal["yours", "reference"]


class ExerciseResult(_Model):
    id: str  # "ch01_memory/pairwise_without_blowup"
    number: str  # "1.4"
    title: str
    points: Amount
    max_points: Amount  # of what was graded: checks that were not run or not graded do not count
    checks: list[CheckResult]
    uses: list[Uses] = []
    submission_sha256: str | None = None
    submission_file: str | None = None
    notice: Feedback | None = None  # one finding about the whole file: it cannot be imported, it is empty
    hints_taken: int = 0
    hidden_elsewhere: int = 0  # hidden checks that this version of the course does not have
    seconds: Amount = 0.0

    @property
    def chapter(self) -> str:
        """The id of its chapter: "ch01_memory"."""
        return self.id.partition("/")[0]

    @property
    def passed(self) -> bool:
        graded = [check for check in self.checks if check.cause.graded]
        return bool(graded) and all(check.cause.passed for check in graded)

    @property
    def not_graded(self) -> list[CheckResult]:
        return [check for check in self.checks if not check.cause.graded]


class SandboxFacts(_Model):
    driver: str
    isolation: Literal["full", "reduced", "none"]
    barriers: dict[str, bool]


class Report(_Model):
    schema_version: str = SCHEMA_VERSION
    torchgrade: str
    course: str
    course_version: str  # content hash
    student: str | None = None
    created: datetime
    seed: int | None  # the secret seed all inputs were drawn from; None in a student's copy
    device: str
    libraries: dict[str, str]  # {"python": "3.11.7", "torch": "2.13.0+cpu", "numpy": …}
    sandbox: SandboxFacts
    chapters: dict[str, str] = {}  # titles by id: {"ch01_memory": "Arrays, strides, views"}
    exercises: list[ExerciseResult]
    finished: bool = True  # False: what was known when grading was last heard of
    seconds: Amount = 0.0

    @property
    def points(self) -> float:
        return sum(exercise.points for exercise in self.exercises)

    @property
    def max_points(self) -> float:
        return sum(exercise.max_points for exercise in self.exercises)
