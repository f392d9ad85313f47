"""The sheets: our own CSV, an exported Canvas gradebook and Moodle's grading worksheet filled in, Moodle's import CSV.

Text of students is neutralised: a cell that a spreadsheet would take for a formula is none any more.
"""

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.batch.gradebook.book import Gradebook, Line
from grader.batch.roster import Roster, Student, table
from grader.faults import UsageFault

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}",
            "\N{FULLWIDTH HYPHEN-MINUS}", "\N{FULLWIDTH COMMERCIAL AT}")  # fmt: skip


def harmless(text: str) -> str:
    """Text that no spreadsheet reads as a formula, on one line."""
    line = " ".join(text.replace("\0", "").split())
    return f"'{line}" if text.startswith(_FORMULA) or line.startswith(_FORMULA) else line


def points(value: float | None) -> str:
    """A number as every platform reads it; blank where there is none."""
    return "" if value is None else f"{round(value, 4):g}" if abs(value) < 1e6 else f"{value:.2f}"


def own_csv(book: Gradebook) -> str:
    """One line a student: who, each exercise, the total, and every note."""
    header = ["Student", "ID", "Email", "Group", *(f"{column.number} {column.title}" for column in book.columns),
              "Total", "Out of", "Percent", "Notes"]  # fmt: skip
    rows = [_own_row(line, book) for line in book.lines]
    return _written([[harmless(cell) for cell in header], *rows], ",")


def _own_row(line: Line, book: Gradebook) -> list[str]:
    student = line.student
    cells = [harmless(each) for each in (student.name, student.identifier, student.email, student.group)]
    for column in book.columns:
        grade = line.grades[column.exercise]
        cells.append("EX" if grade.excused else points(grade.points))
    percent = "" if line.total is None or not line.max_points else points(100 * line.total / line.max_points)
    return [*cells, points(line.total), points(line.max_points), percent, harmless("; ".join(line.notes))]


@dataclass(frozen=True, slots=True)
class Filled:
    """A sheet with our marks in it, and who could not be placed."""

    content: bytes
    filled: int
    not_in_sheet: list[str]  # graded students who have no row
    without_mark: list[str]  # rows for which there is no mark


def fill_sheet(content: bytes, book: Gradebook, column: str | None, feedback: Callable[[Line], str]) -> Filled:
    """Fill an exported sheet and leave everything else in it as it was.

    ``column`` is the title (or its beginning) of the Canvas assignment. Raises UsageFault where the sheet is neither
    Canvas's nor Moodle's, or has no such column.
    """
    rows = table(content)
    if not rows:
        raise UsageFault("The sheet to fill is empty: export it from Canvas or Moodle again.")
    sheet = _Sheet(content, rows)
    if "student" in rows[0][0].casefold() and len(rows[0]) > 1 and rows[0][1].strip().casefold() == "id":
        return _fill_canvas(sheet, book, column)
    if _moodle_grade_column(rows) is not None:
        return _fill_moodle(sheet, book, feedback)
    raise UsageFault(
        "The sheet to fill is neither a gradebook exported from Canvas (Student, ID, …) nor a grading worksheet of "
        "Moodle (Identifier, …, Grade, …)."
    )


@dataclass(slots=True)
class _Sheet:
    """The cells, with how they were written."""

    original: bytes
    rows: list[list[str]]

    def written(self) -> bytes:
        first = self.original.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0]
        delimiter = max(";\t,", key=lambda mark: (first.count(mark.encode()), mark == ","))
        text = _written(self.rows, delimiter, "\r\n" if b"\r\n" in self.original else "\n")
        if self.original.startswith((b"\xff\xfe", b"\xfe\xff")):
            return text.encode("utf-16")
        return text.encode("utf-8-sig" if self.original.startswith(b"\xef\xbb\xbf") else "utf-8")


def _fill_canvas(sheet: _Sheet, book: Gradebook, column: str | None) -> Filled:
    header = sheet.rows[0]
    at = _canvas_column(sheet.rows, column)
    possible = next((row for row in sheet.rows[1:3] if "points possible" in row[0].casefold()), None)
    places = {name: header.index(name) for name in ("ID", "SIS User ID", "SIS Login ID") if name in header}
    lines = _Finder(book)
    placed: set[int] = set()
    missing = []
    for row in sheet.rows[1:]:
        if row is possible or len(row) < 2 or not row[places["ID"]].strip().isdigit():
            continue
        keys = [row[places[name]] for name in places if places[name] < len(row)]
        line = lines.find(row[0], keys)
        if line is None:
            missing.append(row[0])
            continue
        placed.add(id(line))
        most = _number(possible[at]) if possible and at < len(possible) else None
        row.extend([""] * (at + 1 - len(row)))
        row[at] = "EX" if line.excused else points(_scaled(line, most))
    return _filled(sheet, book, placed, missing)


def _canvas_column(rows: Sequence[Sequence[str]], wanted: str | None) -> int:
    """An assignment's column: its header ends in the number that binds it."""
    header = rows[0]
    locked = {
        at for row in rows[1:3] if "points possible" in row[0].casefold()
        for at, cell in enumerate(row) if "read only" in cell.casefold()
    }  # fmt: skip
    found = [at for at, title in enumerate(header) if re.search(r"\(\d+\)\s*$", title) and at not in locked]
    if wanted is not None:
        found = [at for at in found if header[at].casefold().startswith(wanted.casefold())]
    if len(found) == 1:
        return found[0]
    titles = ", ".join(f"{header[at]!r}" for at in found[:6]) or "none"
    raise UsageFault(f"Say with --column which assignment of the sheet to fill; that could be: {titles}.")


def _fill_moodle(sheet: _Sheet, book: Gradebook, feedback: Callable[[Line], str]) -> Filled:
    """The names of the columns are in the site's language; their order is always the same."""
    grade_at = _moodle_grade_column(sheet.rows)
    assert grade_at is not None
    comments_at = len(sheet.rows[0]) - 1
    lines = _Finder(book)
    placed: set[int] = set()
    missing = []
    comma = any(
        re.fullmatch(r"\d+,\d+", row[grade_at + 1].strip()) for row in sheet.rows[1:] if len(row) > grade_at + 1
    )
    for row in sheet.rows[1:]:
        participant = re.search(r"(\d+)\s*$", row[0])
        emails = [cell for cell in row if "@" in cell]
        line = lines.find(row[1] if len(row) > 1 else "", [*([participant[1]] if participant else []), *emails])
        if line is None or len(row) <= max(grade_at, comments_at):
            missing.append(row[1] if len(row) > 1 else row[0])
            continue
        placed.add(id(line))
        mark = points(_scaled(line, _number(row[grade_at + 1])))
        row[grade_at] = mark.replace(".", ",") if comma else mark
        row[comments_at] = harmless(feedback(line))  # without its grade Moodle would lose the one that is there
    return _filled(sheet, book, placed, missing)


def _moodle_grade_column(rows: Sequence[Sequence[str]]) -> int | None:
    """The column before "Maximum grade"; the order is Identifier, Full name, …, Status, Grade, Maximum grade, …"""
    body = [row for row in rows[1:] if len(row) == len(rows[0])]
    if not body or len(rows[0]) < 6 or not all(re.search(r"\d\s*$", row[0]) for row in body):
        return None
    for at in range(3, len(rows[0]) - 2):
        cells = {row[at].strip() for row in body}
        if (
            len(cells) == 1
            and (_number(next(iter(cells))) or 0) > 0
            and all(row[at - 1].strip() in ("", "-") or _number(row[at - 1]) is not None for row in body)
        ):
            return at - 1
    return None


def moodle_import_csv(book: Gradebook, item: str, feedback: Callable[[Line], str]) -> str:
    """For Moodle's gradebook import. One unknown user stops the whole file, so only those with an e-mail or number."""
    rows = [["Email address", "ID number", harmless(item), f"{harmless(item)} (feedback)"]]
    for line in book.lines:
        if line.total is not None and (line.student.email or line.student.identifier):
            rows.append([
                harmless(line.student.email), harmless(line.student.identifier), points(line.total),
                harmless(feedback(line)),
            ])  # fmt: skip
    return _written(rows, ",")


class _Finder:
    """A student's line by number, e-mail, login or name."""

    def __init__(self, book: Gradebook) -> None:
        self._lines = {line.student: line for line in book.lines}
        self._roster = Roster(self._lines)
        # The numbers that the platform wrote into the names of what was handed in.
        self._papers = Roster(
            Student(paper.student, paper.identifier, paper.email) for line in book.lines for paper in line.papers
        )
        self._owners = {
            Student(paper.student, paper.identifier, paper.email): line for line in book.lines for paper in line.papers
        }

    def find(self, name: str, keys: Sequence[str]) -> Line | None:
        for key in (*(key for key in keys if key.strip()), name):
            if found := self._roster.find(key, key if key is not name else ""):
                return self._lines[found[0]]
            if found := self._papers.find(key, key if key is not name else ""):
                return self._owners[found[0]]
        return None


def _scaled(line: Line, most: float | None) -> float | None:
    """The total on the platform's scale, where that has one."""
    if line.total is None or not most or not line.max_points:
        return line.total
    return line.total / line.max_points * most


def _filled(sheet: _Sheet, book: Gradebook, placed: set[int], missing: list[str]) -> Filled:
    absent = [line.student.name for line in book.lines if line.handed_in and id(line) not in placed]
    return Filled(sheet.written(), len(placed), absent, missing)


def _number(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None


def _written(rows: Sequence[Sequence[str]], delimiter: str, end: str = "\n") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=end).writerows(rows)
    return text.getvalue()
