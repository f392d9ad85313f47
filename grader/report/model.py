"""The one report schema. Every format (terminal, HTML, JSON …) is a pure function of a ``Report``.

Versioned: a reader refuses a ``schema_version`` whose major part it does not know.
"""

from datetime import datetime
from typing import Literal

from grader.report.field import Amount, Part
from grader.report.picture import Picture
from grader.verdict import Cause, Owner

SCHEMA_VERSION = "1.2"  # 1.1: more kinds of picture, names of rows and columns; 1.2: "workspace" in ``Uses``


class Frame(Part):
    """One frame of the student's own code in a traceback."""

    file: str
    line: int
    function: str
    source: str = ""


class Feedback(Part):
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


class Output(Part):
    """What the student's code printed while the check ran; bounded."""

    stdout: str = ""
    stderr: str = ""
    truncated: bool = False


class ForInstructor(Part):
    """For the instructor's report alone: never rendered for a student."""

    assertion: str = ""  # the failing line of the check and its locals
    traceback: str = ""
    student_message: str = ""  # the student's exception text while a hidden check ran
    output: Output | None = None  # what was printed while a hidden check ran
    seed: int | None = None


class CheckResult(Part):
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


class Uses(Part):
    """An earlier exercise that this one builds on, and whose version was used."""

    exercise: str
    version: Literal["yours", "workspace", "reference"]  # handed in; from the workspace one stands in; the course's


class ExerciseResult(Part):
    id: str  # "ch01_memory/pairwise_without_blowup"
    number: str  # "1.4"
    title: str
    points: Amount
    max_points: Amount  # of what was graded: checks that were not run or not graded do not count
    checks: list[CheckResult]
    uses: list[Uses] = []
    submission_sha256: str | None = None
    submission_file: str | None = None
    remarks: list[str] = []  # which of two answers counts; what of a notebook was left out because it is no Python
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


class SandboxFacts(Part):
    driver: str
    isolation: Literal["full", "reduced", "none"]
    barriers: dict[str, bool]


class Report(Part):
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
