"""The sheets: our own CSV, an exported Canvas gradebook and Moodle's grading worksheet filled in, Moodle's import CSV.

Text of students is neutralised: a cell that a spreadsheet would take for a formula is none any more.
"""

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.batch.gradebook.book import Gradebook, Line
from grader.batch.roster import Roster, Student, cells, decoded, delimiter
from grader.faults import UsageFault
from grader.language import say
from grader.report.text import FORMULA_STARTS, harmless_cell

_AFTER_SEPARATOR = re.compile(r"""[;,|"]\s*(?=[=+\-@＝＋－＠])""")


def harmless(text: str) -> str:
    """Text that no spreadsheet reads as a formula, on one line; nor what another separator would make of it."""
    line = " ".join("".join(c if c.isprintable() or c.isspace() else "" for c in text).split())
    line = _AFTER_SEPARATOR.sub(r"\g<0>'", line)
    return f"'{line}" if text.startswith(FORMULA_STARTS) else harmless_cell(line)


def points(value: float | None) -> str:
    """A number as every platform reads it; blank where there is none."""
    return "" if value is None else f"{value:.4f}".rstrip("0").rstrip(".")


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


_TEST_STUDENT = ("Student, Test", "Test Student")  # Canvas's own, in every sheet


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
    text, encoding = decoded(content)
    try:
        rows = cells(text)
    except csv.Error as error:
        raise UsageFault(say("The sheet to fill is no CSV: {error}.", error=error)) from None
    if not rows:
        raise UsageFault(say("The sheet to fill is empty: export it from Canvas or Moodle again."))
    sheet = _Sheet(rows, encoding, delimiter(text), "\r\n" if "\r\n" in text else "\n")
    if "student" in rows[0][0].casefold() and len(rows[0]) > 1 and rows[0][1].strip().casefold() == "id":
        return _fill_canvas(sheet, book, column)
    if _moodle_grade_column(rows) is not None:
        return _fill_moodle(sheet, book, feedback)
    raise UsageFault(
        say(
            "The sheet to fill is neither a gradebook exported from Canvas (Student, ID, …) nor a "
            "grading worksheet of Moodle (Identifier, …, Grade, …)."
        )
    )


@dataclass(slots=True)
class _Sheet:
    """The cells, with how they were written."""

    rows: list[list[str]]
    encoding: str
    delimiter: str
    line_end: str

    @property
    def decimal_comma(self) -> bool:
        """Whether numbers in it are written as in 7,5."""
        return any(re.fullmatch(r"\d+,\d+", cell.strip()) for row in self.rows[1:] for cell in row)

    def number(self, value: float) -> str:
        return points(value).replace(".", ",") if self.decimal_comma else points(value)

    def written(self) -> bytes:
        """In the encoding that it came in; what that lacks would be lost, so then in UTF-8."""
        text = _written(self.rows, self.delimiter, self.line_end)
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError:
            return text.encode("utf-8-sig")


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
        if row[0].strip() in _TEST_STUDENT:
            continue
        line = lines.find(row[0], keys)
        most = _number(possible[at]) if possible and at < len(possible) else None
        mark = None if line is None else _scaled(line, most)
        if line is None or (mark is None and not line.excused):
            missing.append(row[0])  # its cell stays as it was: a blank one could wipe a grade out
            continue
        placed.add(id(line))
        row.extend([""] * (at + 1 - len(row)))
        row[at] = "EX" if line.excused or mark is None else sheet.number(mark)
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
    raise UsageFault(
        say("Say with --column which assignment of the sheet to fill; that could be: {titles}.", titles=titles)
    )


def _fill_moodle(sheet: _Sheet, book: Gradebook, feedback: Callable[[Line], str]) -> Filled:
    """The names of the columns are in the site's language; their order is always the same."""
    grade_at = _moodle_grade_column(sheet.rows)
    assert grade_at is not None
    comments_at = len(sheet.rows[0]) - 1
    lines = _Finder(book)
    placed: set[int] = set()
    missing = []
    for row in sheet.rows[1:]:
        participant = re.search(r"(\d+)\s*$", row[0])
        emails = [cell for cell in row if "@" in cell]
        line = lines.find(row[1] if len(row) > 1 else "", [*([participant[1]] if participant else []), *emails])
        whole = len(row) > max(grade_at + 1, comments_at)
        mark = _scaled(line, _number(row[grade_at + 1])) if line is not None and whole and not line.excused else None
        if line is None or mark is None:
            missing.append(row[1] if len(row) > 1 else row[0])
            continue
        placed.add(id(line))
        row[grade_at] = sheet.number(mark)
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
    """For Moodle's gradebook import. One unknown user stops the whole file: only those are in it who are known.

    That is the class list where there is one. A number in a submission's name is Moodle's own and no ID number.
    """
    rows = [["Email address", "ID number", harmless(item), f"{harmless(item)} (feedback)"]]
    for line in for_import(book):
        number = line.student.identifier if line.listed else ""
        cells = (harmless(line.student.email), harmless(number), points(line.total), harmless(feedback(line)))
        rows.append([*cells])
    return _written(rows, ",")


def for_import(book: Gradebook) -> list[Line]:
    """Who can be in Moodle's import: a total, and something to be known by."""
    there_is_a_list = any(line.listed for line in book.lines)
    return [
        line for line in book.lines
        if line.total is not None and not line.excused and (line.listed or not there_is_a_list)
        and (line.student.email or (line.listed and line.student.identifier))
    ]  # fmt: skip


class _Finder:
    """A student's line by number, e-mail, login or name."""

    def __init__(self, book: Gradebook) -> None:
        self._lines = {line.student: line for line in book.lines}
        self._roster = Roster(self._lines)
        # The numbers that the platform wrote into the names of what was handed in.
        owners: dict[Student, dict[int, Line]] = {}
        for line in book.lines:
            for paper in line.papers:
                owners.setdefault(Student(paper.student, paper.identifier, paper.email), {})[id(line)] = line
        self._owners = {student: next(iter(each.values())) for student, each in owners.items() if len(each) == 1}
        self._papers = Roster(self._owners)

    def find(self, name: str, keys: Sequence[str]) -> Line | None:
        """The one line that these mean: nobody gets another's marks, so nobody where they mean several."""
        found: dict[int, Line] = {}
        for key in (key for key in keys if key.strip()):
            for students, lines in ((self._roster, self._lines), (self._papers, self._owners)):
                # A group is several; its members have rows of their own.
                if len(students.find(name, key)) == 1:
                    line = lines[students.find(name, key)[0]]
                    found[id(line)] = line
        if not found and len(students_found := self._roster.find(name)) == 1:
            return self._lines[students_found[0]]
        return next(iter(found.values())) if len(found) == 1 else None


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
