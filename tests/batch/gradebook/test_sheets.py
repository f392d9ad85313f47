"""The sheets: what was exported goes back with our marks in it and nothing else changed."""

import csv
import io
from pathlib import Path

import pytest

from grader.batch.gradebook import make_gradebook
from grader.batch.gradebook.sheets import Filled, fill_sheet, for_import, harmless, moodle_import_csv, own_csv, points
from grader.batch.journal import Journal
from grader.batch.policy import Policy, parse_policy
from grader.batch.reports import summary_line
from grader.batch.roster import Student
from grader.faults import UsageFault
from tests.batch.gradebook.marked import hand_in
from tests.batch.stand_in import MEANS, SCALE

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 2 (700),Homework 3 (777),Current Score,Final Score
,,,,,Manual Posting,,,
    Points Possible,,,,,10.00,14.00,(read only),(read only)
"Lovelace, Ada",10001,S1,ada@x.org,"Mon, 9am",9.00,,90.0,90.0
"Babbage, Charles",10002,S2,cb@x.org,"Mon, 9am",8.00,5.00,80.0,80.0
"Somerville, Mary",10003,S3,mary@x.org,Tue,7.50,,75.0,75.0
"Student, Test",10099,,abcdef,Tue,,,,
"""
MOODLE = {
    "en": "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
          "Last modified (submission),Last modified (grade),Feedback comments",
    "de": "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Bewertung kann geändert werden,"
          "Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),Feedback als Kommentar",
    "zh": "编号,全名,电子邮件地址,状态,成绩,最高分,成绩可以更改,最后修改(提交),最后修改(成绩),反馈评论",
}  # fmt: skip
PARTICIPANT = {"en": "Participant ", "de": "Teilnehmer/in", "zh": "参与者"}


def class_of_three(journal: Journal) -> None:
    hand_in(journal, "lovelaceada", {SCALE: 1.0, MEANS: 1.0}, identifier="10001")
    hand_in(journal, "babbagecharles", {SCALE: 0.5, MEANS: 0.0}, identifier="10002")
    hand_in(journal, "somervillemary", {SCALE: 1.0, MEANS: None}, identifier="10003")


def fill(content: str | bytes, journal: Journal, column: str | None = None, rules: str = "") -> Filled:
    raw = content.encode() if isinstance(content, str) else content
    book = make_gradebook(journal, parse_policy(rules, "policy"))
    return fill_sheet(raw, book, column, summary_line)


def grid(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_canvas_changes_one_column_and_nothing_else(journal: Journal, encoding: str, separator: str, end: str) -> None:
    class_of_three(journal)
    rows = grid(CANVAS)
    written = io.StringIO()
    csv.writer(written, delimiter=separator, lineterminator=end).writerows(rows)
    filled = fill(written.getvalue().encode(encoding), journal, "homework 3")
    expected = [[*row] for row in rows]
    expected[3][6], expected[4][6] = "14", "4"  # of 14, as Canvas has it; Mary has no total, so hers stays
    assert filled.content.startswith(written.getvalue().encode(encoding)[:3])
    text = filled.content.decode(encoding)
    assert grid(text, separator) == expected
    assert ("\r\n" in text) == (end == "\r\n")
    assert (filled.filled, filled.without_mark, filled.not_in_sheet) == (2, ["Somerville, Mary"], ["somervillemary"])


def test_canvas_keeps_a_grade_where_we_have_none(journal: Journal) -> None:
    hand_in(journal, "babbagecharles", {SCALE: None}, identifier="10002")
    assert grid(fill(CANVAS, journal, "Homework 3").content.decode())[4][6] == "5.00"


def test_canvas_excuses(journal: Journal) -> None:
    class_of_three(journal)
    excuse = '[[overrides]]\nstudent = "lovelaceada"\nexercise = "{}"\nreason = "ill"\nexcused = true\n'
    rules = excuse.format(SCALE) + excuse.format(MEANS)
    assert grid(fill(CANVAS, journal, "Homework 3", rules).content.decode())[3][6] == "EX"


def test_canvas_with_decimal_commas(journal: Journal) -> None:
    hand_in(journal, "lovelaceada", {SCALE: 0.75, MEANS: 0.5}, identifier="10001")
    rows = [[cell.replace(".", ",") for cell in row] if at != 2 else row for at, row in enumerate(grid(CANVAS))]
    written = io.StringIO()
    csv.writer(written, delimiter=";").writerows(rows)
    assert grid(fill(written.getvalue(), journal, "Homework 3").content.decode(), ";")[3][6] == "9"
    hand_in(journal, "babbagecharles", {SCALE: 0.3, MEANS: 0.5}, identifier="10002")
    assert grid(fill(written.getvalue(), journal, "Homework 3").content.decode(), ";")[4][6] == "5,4"


@pytest.mark.parametrize("column", [None, "Homework", "Homework 9", "Current Score"])
def test_canvas_needs_one_column(journal: Journal, column: str | None) -> None:
    class_of_three(journal)
    with pytest.raises(UsageFault, match=r"that could be: ('Homework 2 \(700\)', 'Homework 3 \(777\)'|none)"):
        fill(CANVAS, journal, column)


def test_canvas_read_only_columns_are_never_filled(journal: Journal) -> None:
    class_of_three(journal)
    sheet = CANVAS.replace("Current Score", "Homework total (778)").replace("Homework 2 (700),", "Homework 2,")
    rows = grid(fill(sheet, journal).content.decode())
    assert (rows[3][6], rows[3][7]) == ("14", "90.0")


def moodle(language: str, *, decimal: str = ".", number: str = "400001") -> str:
    most, cell = f"100{decimal}00", '"{}"' if decimal == "," else "{}"
    name, most = PARTICIPANT[language], cell.format(most)
    rows = [
        f'{name}{number},Ada Lovelace,ada@x.org,Submitted for grading,,{most},Yes,"Monday, 4 May",-,',
        f'{name}400002,José Nuñez,jose@x.org,No submission,{cell.format("55" + decimal + "50")},{most},Yes,-,-,',
        f'{name}400003,Nobody Known,nk@x.org,No submission,,{most},Yes,-,-,old comment',
    ]  # fmt: skip
    return "\r\n".join([MOODLE[language], *rows, ""])


@pytest.mark.parametrize("language", MOODLE)
@pytest.mark.parametrize("decimal", [".", ","])
def test_moodle_in_the_sites_language(journal: Journal, language: str, decimal: str) -> None:
    hand_in(journal, "Ada Lovelace", {SCALE: 0.5, MEANS: 0.5}, identifier="400001")
    hand_in(journal, "Jose Nunez", {SCALE: 0.33, MEANS: 0.25})
    sheet = moodle(language, decimal=decimal)
    filled = fill(sheet, journal)
    rows, before = grid(filled.content.decode()), grid(sheet)
    assert rows[0] == before[0]
    assert [row[4] for row in rows[1:]] == ["50", f"29{decimal}5714", ""]
    assert rows[1][9].startswith("3.5 of 7 points")
    assert rows[3] == before[3]
    for row, old in zip(rows[1:], before[1:], strict=True):
        assert (*row[:4], *row[5:9]) == (*old[:4], *old[5:9])
    assert (filled.filled, filled.without_mark, filled.not_in_sheet) == (2, ["Nobody Known"], [])


def test_moodle_never_gets_a_comment_without_its_grade(journal: Journal) -> None:
    hand_in(journal, "José Nuñez", {SCALE: None, MEANS: 1.0})
    rows = grid(fill(moodle("en"), journal).content.decode())
    assert (rows[2][4], rows[2][9]) == ("55.50", "")


def test_nobody_gets_anothers_marks_by_a_number_of_another_kind(journal: Journal) -> None:
    """Moodle's participant 1 is not the class list's number 1."""
    journal.set_roster([Student("José Nuñez", "400001"), Student("Ada Lovelace", "400002")])
    hand_in(journal, "Ada Lovelace", {SCALE: 1.0, MEANS: 1.0})
    hand_in(journal, "José Nuñez", {SCALE: 0.0, MEANS: 0.0})
    rows = grid(fill(moodle("en"), journal).content.decode())
    assert rows[1][4] in ("", "100")  # never José's
    assert rows[2][4] in ("55.50", "0")


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"a,b\n1,2\n", b"Student,Name\nAda,x\n", b'x\n"' + b"y" * 200_000], ids=range(5)
)
def test_what_is_no_sheet_is_refused(journal: Journal, content: bytes) -> None:
    with pytest.raises(UsageFault):
        fill(content, journal)


def test_moodles_import_holds_only_whom_moodle_knows(journal: Journal) -> None:
    journal.set_roster([Student("Ada", "1", "ada@x.org"), Student("Zoe", "2"), Student("Eve")])
    hand_in(journal, "Ada", {SCALE: 1.0, MEANS: 1.0})
    hand_in(journal, "stranger", {SCALE: 1.0, MEANS: 1.0}, email="s@x.org", identifier="77")
    rows = grid(moodle_import_csv(make_gradebook(journal, Policy()), "Homework 3", summary_line))
    assert rows[0] == ["Email address", "ID number", "Homework 3", "Homework 3 (feedback)"]
    assert [row[:3] for row in rows[1:]] == [["ada@x.org", "1", "7"], ["", "2", "0"]]
    assert all(row[3] for row in rows)


def test_moodles_import_without_a_class_list_goes_by_email(journal: Journal) -> None:
    hand_in(journal, "Ada", {SCALE: 1.0, MEANS: 1.0}, identifier="400001")
    hand_in(journal, "Zoe", {SCALE: 1.0, MEANS: 1.0}, identifier="400002", email="z@x.org")
    hand_in(journal, "Eve", {SCALE: None}, email="e@x.org")
    assert [line.student.name for line in for_import(make_gradebook(journal, Policy()))] == ["Zoe"]


HOSTILE = [
    "=cmd()|' /C calc'!A0", "+1", "-1+2", "@SUM(1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "－1", "\x01=1", "\u200b=1",
    "x;=cmd()", "x,+1", "x\t=1", 'x"=1', "a\n=b",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_a_formula_in_any_cell_however_a_spreadsheet_parts_them(journal: Journal, text: str) -> None:
    hand_in(journal, text, {SCALE: None}, identifier=text, email=text)
    written = own_csv(make_gradebook(journal, Policy()))
    for delimiter in ",;\t|":
        for row in csv.reader(io.StringIO(written), delimiter=delimiter):
            for cell in row:
                assert not cell.strip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")), (delimiter, cell)
    assert not any(ord(c) < 32 and c != "\n" for c in written)
    assert written.count("\n") == 2


@pytest.mark.parametrize("text", ["José", "O'Neill", "Anne-Marie", "a@x.org", "李雷", "R2-D2", "50% = half"])
def test_harmless_text_stays(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), (0.0, "0"), (7.0, "7"), (2 / 3, "0.6667"), (1234567.25, "1234567.25"), (1e-9, "0")]
)
def test_numbers(value: float | None, text: str) -> None:
    assert points(value) == text


def test_our_own_sheet(journal: Journal, tmp_path: Path) -> None:
    journal.set_roster([Student("Lovelace, Ada", "10001", "ada@x.org", group="red"), Student("Eve")])
    class_of_three(journal)
    rows = grid(own_csv(make_gradebook(journal, Policy())))
    assert rows[0] == ["Student", "ID", "Email", "Group", "1.1 Scale", "1.2 Column_means", "Total", "Out of",
                       "Percent", "Notes"]  # fmt: skip
    assert rows[1] == ["Lovelace, Ada", "10001", "ada@x.org", "red", "4", "3", "7", "7", "100", ""]
    assert rows[2][4:] == ["0", "0", "0", "7", "0", "1.1: nothing handed in; 1.2: nothing handed in"]
    mary = next(row for row in rows if row[0] == "somervillemary")
    assert mary[4:9] == ["4", "", "", "7", ""]
