"""What the class report tells, as numbers: no markup here."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.batch.gradebook.book import Gradebook, Line
from grader.batch.journal import Journal
from grader.report.model import CheckResult, ExerciseResult
from grader.report.summary import Tone, tone, word

BINS = 10


@dataclass(frozen=True, slots=True)
class CheckColumn:
    """A check as a column of the heat map."""

    exercise: str
    number: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Row:
    """A student: one letter a check (p, f, s, o as in Tone, or - for none), and what the rows are ordered by."""

    name: str
    cells: str
    total: float | None
    max_points: float
    late: bool


@dataclass(slots=True)
class CheckFigures:
    """How a check went in the class."""

    column: CheckColumn
    tones: Counter[Tone] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)

    @property
    def tried(self) -> int:
        return self.tones["pass"] + self.tones["fail"]

    @property
    def failed_share(self) -> float:
        return self.tones["fail"] / self.tried if self.tried else 0.0


@dataclass(slots=True)
class ClassFigures:
    columns: list[CheckColumn] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    checks: dict[tuple[str, str], CheckFigures] = field(default_factory=dict)
    misunderstandings: Counter[tuple[str, str]] = field(default_factory=Counter)  # (exercise number, hint)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # by exercise number
    not_graded: list[str] = field(default_factory=list)
    bins: list[int] = field(default_factory=lambda: [0] * BINS)

    def hardest(self, count: int = 10) -> list[CheckFigures]:
        """What most of those who came to it failed."""
        failed = [each for each in self.checks.values() if each.tones["fail"]]
        return sorted(failed, key=lambda each: (-each.failed_share, -each.tried, each.column.number))[:count]


def class_figures(journal: Journal, book: Gradebook) -> ClassFigures:
    """Go through the results once, one student at a time; identical answers are read once."""
    figures = ClassFigures()
    letters: dict[str, dict[str, str]] = {}
    for line in book.lines:
        for number, result, key in _results(journal, book, line):
            if key not in letters:
                letters[key] = {check.id: tone(check.cause)[0] for check in result.checks}
            for check in result.checks:
                _count(figures, number, result, check)
            figures.seconds[number].append(result.seconds)
    figures.columns = [each.column for each in figures.checks.values()]
    order = [column.exercise for column in book.columns]
    figures.columns.sort(key=lambda column: order.index(column.exercise))
    for line in book.lines:
        figures.rows.append(_row(line, figures.columns, letters))
        _place(figures, line)
    return figures


def _results(journal: Journal, book: Gradebook, line: Line) -> Iterator[tuple[str, ExerciseResult, str]]:
    for column in book.columns:
        key = line.grades[column.exercise].key
        result = journal.result(key) if key else None
        if result is not None and key is not None:
            yield column.number, result, key


def _count(figures: ClassFigures, number: str, result: ExerciseResult, check: CheckResult) -> None:
    column = CheckColumn(result.id, number, check.id, check.title)
    each = figures.checks.setdefault((result.id, check.id), CheckFigures(column))
    each.tones[tone(check.cause)] += 1
    if not check.cause.passed:
        each.causes[word(check.cause)] += 1
    if check.feedback is not None and check.feedback.misunderstanding:
        figures.misunderstandings[number, check.feedback.misunderstanding] += 1


def _row(line: Line, columns: Sequence[CheckColumn], letters: dict[str, dict[str, str]]) -> Row:
    keys = {exercise: grade.key for exercise, grade in line.grades.items()}
    ungraded = {id for id, grade in line.grades.items() if grade.points is None and not grade.excused}
    cells = "".join(
        letters.get(keys.get(column.exercise) or "", {}).get(column.id, "o" if column.exercise in ungraded else "-")
        for column in columns
    )
    late = any(grade.days_late for grade in line.grades.values())
    return Row(line.student.name, cells, line.total, line.max_points, late)


def _place(figures: ClassFigures, line: Line) -> None:
    if line.total is None:
        figures.not_graded.append(f"{line.student.name}: {'; '.join(line.notes)}")
    elif line.max_points and line.handed_in:
        share = min(max(line.total / line.max_points, 0.0), 1.0)
        figures.bins[min(int(share * BINS), BINS - 1)] += 1
