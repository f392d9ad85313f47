"""The class list: every encoding and separator that spreadsheets write, and whose a submission is."""

from pathlib import Path

import pytest

from grader.batch.roster import Roster, Student, read_roster
from grader.faults import UsageFault

WESTERN = "Name;ID;E-Mail\nMüller, Jörg;1;j@x.de\nFrançois Noël;2;f@x.fr\nÅse Østby;3;a@x.no\n"
CHINESE = "姓名,学号,邮箱\n李雷,2026001,ll@x.cn\n韩梅梅,2026002,hmm@x.cn\n朱镕,2026003,z@x.cn\n"


def write(folder: Path, content: bytes) -> Path:
    path = folder / "roster.csv"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_western_lists(tmp_path: Path, encoding: str, separator: str, end: str) -> None:
    text = WESTERN.replace("Müller, Jörg", "Jörg Müller").replace(";", separator).replace("\n", end)
    assert read_roster(write(tmp_path, text.encode(encoding))).students == (
        Student("Jörg Müller", "1", "j@x.de"),
        Student("François Noël", "2", "f@x.fr"),
        Student("Åse Østby", "3", "a@x.no"),
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_lists(tmp_path: Path, encoding: str) -> None:
    roster = read_roster(write(tmp_path, CHINESE.encode(encoding)))
    assert [student.name for student in roster.students] == ["李雷", "韩梅梅", "朱镕"]
    assert roster.find("李 雷")[0].identifier == "2026001"
    assert roster.find("whoever", "2026002")[0].name == "韩梅梅"


def test_a_line_that_names_the_separator_is_no_header(tmp_path: Path) -> None:
    roster = read_roster(write(tmp_path, b"sep=;\r\nFirst name;Last name;Team\r\nAda;Lovelace;red\r\n\r\n"))
    assert roster.students == (Student("Ada Lovelace", group="red"),)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"colour,shape\nred,round\n", "has no column that names students"),
        (b'name\n"' + b"x" * 200_000 + b'"\n', "is no CSV"),
    ],
)
def test_what_is_no_class_list_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    with pytest.raises(UsageFault, match=says):
        read_roster(write(tmp_path, content))


def test_a_list_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="can't be read: no such file"):
        read_roster(tmp_path / "none.csv")


CLASS = Roster([
    Student("Ada Lovelace", "1", "ada@x.org", "alove", "red"),
    Student("Müller, Jörg", "2", "joerg@x.de", "jm", "red"),
    Student("María-José O'Neill", "3", "mj@x.es", "", "blue"),
    Student("Wei Li", "4"),
    Student("Li Wei", "5"),
    Student("Łukasz Æøß", "6"),
    Student("Ann Lee", "7"),
    Student("Ann Lee", "8"),
])  # fmt: skip


@pytest.mark.parametrize(
    ("name", "identifier", "email", "found"),
    [
        ("Ada Lovelace", "", "", ["1"]),
        ("ADA  LOVELACE ", "", "", ["1"]),
        ("Lovelace, Ada", "", "", ["1"]),
        ("Lovelace Ada", "", "", ["1"]),
        ("lovelaceada", "", "", ["1"]),
        ("ada_lovelace", "", "", ["1"]),
        ("alove", "", "", ["1"]),
        ("ada@x.org", "", "", ["1"]),
        ("somebody", "", "ADA@X.ORG", ["1"]),
        ("1", "", "", ["1"]),
        ("Jörg Müller", "", "", ["2"]),
        ("Jo\u0308rg Mu\u0308ller", "", "", ["2"]),
        ("jorg muller", "", "", ["2"]),
        ("müllerjörg", "", "", ["2"]),
        ("oneillmaríajosé", "", "", ["3"]),
        ("lukasz aeoss", "", "", ["6"]),
        ("Wei Li", "", "", ["4"]),
        ("Li Wei", "", "", ["5"]),
        ("liwei", "", "", []),  # Canvas's name of either
        ("Ann Lee", "", "", []),  # two of one name
        ("Ann Lee", "8", "", ["8"]),
        ("red", "", "", ["1", "2"]),
        ("Blue", "", "", ["3"]),
        ("nobody", "", "", []),
        ("Ada Lovelace", "99", "", ["1"]),  # a platform's own number
        ("Ada Lovelace", "2", "", []),  # which happens to be another's: better nobody than the wrong one
        ("", "", "", []),
    ],
)
def test_who_a_submission_belongs_to(name: str, identifier: str, email: str, found: list[str]) -> None:
    assert [student.identifier for student in CLASS.find(name, identifier, email)] == found
