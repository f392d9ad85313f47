"""The class list: a CSV as spreadsheets write it, and who of it a submission belongs to."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.faults import UsageFault
from grader.language import say

# What the columns are called, in the spellings of platforms and of people; compared without case and blanks.
_COLUMNS = {
    "identifier": (
        "id",
        "identifier",
        "studentid",
        "sid",
        "idnumber",
        "sisuserid",
        "matriculation",
        "matrikelnummer",
        "学号",
    ),
    "name": ("name", "student", "fullname", "displayname", "studentname", "姓名"),
    "first": ("firstname", "first", "givenname", "vorname"),
    "last": ("lastname", "surname", "last", "familyname", "nachname"),
    "email": ("email", "emailaddress", "mail", "e-mail", "邮箱"),
    "login": ("login", "username", "sisloginid", "user", "loginid"),
    "group": ("group", "team", "gruppe", "小组"),
}
# Letters that Unicode does not take apart, as people write them where they lack them.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
_BOMS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


@dataclass(frozen=True, slots=True)
class Student:
    """A line of the class list; empty where a column is missing."""

    name: str
    identifier: str = ""
    email: str = ""
    login: str = ""
    group: str = ""


class Roster:
    """Finds students by number, e-mail, login or name; a group's name stands for all its members."""

    def __init__(self, students: Iterable[Student] = ()) -> None:
        self.students = tuple(students)
        self._by_key: dict[str, list[Student]] = {}
        for student in self.students:
            for key in dict.fromkeys(self._keys(student)):
                self._by_key.setdefault(key, []).append(student)

    @staticmethod
    def _keys(student: Student) -> Iterable[str]:
        marks = (("id", student.identifier), ("mail", student.email), ("id", student.login), ("group", student.group))
        yield from (f"{kind}:{_folded(value)}" for kind, value in marks if value)
        yield from (f"name:{key}" for key in _name_keys(student.name))

    def find(self, name: str, identifier: str = "", email: str = "") -> tuple[Student, ...]:
        """The student, the members of the group of that name, or nobody.

        Nobody, too, where a name is that of two, and where a number or an e-mail address says another than the name
        does: platforms have numbers of their own.
        """
        keys = [f"id:{_folded(identifier)}"] if identifier else []
        keys += [f"mail:{_folded(email)}"] if email else []
        by_mark = self._one(keys)
        by_name = self._one(f"name:{key}" for key in _name_keys(name)) or self._one(
            f"{kind}:{_folded(name)}" for kind in ("id", "mail")
        )
        if by_mark and by_name and by_mark != by_name:
            return ()
        found = by_mark or by_name
        return (found,) if found else tuple(self._by_key.get(f"group:{_folded(name)}", ()))

    def _one(self, keys: Iterable[str]) -> Student | None:
        """Whom the first of these keys that says anything means, if that is one."""
        found = next((self._by_key[key] for key in keys if key in self._by_key), [])
        return found[0] if len(found) == 1 else None


def read_roster(path: Path) -> Roster:
    """Read a CSV with a header line: comma, semicolon or tab; UTF-8, UTF-16 or what older spreadsheets write.

    Raises UsageFault where it can't be read or has no column with names, numbers or e-mail addresses.
    """
    try:
        rows = table(path.read_bytes())
    except OSError as error:
        why = (error.strerror or say("unknown error")).lower()
        raise UsageFault(say("The class list {path} can't be read: {why}.", path=path, why=why)) from None
    except csv.Error as error:
        raise UsageFault(say("The class list {path} is no CSV: {error}.", path=path, error=error)) from None
    if not rows:
        raise UsageFault(say("The class list {path} is empty.", path=path))
    columns = _columns(rows[0])
    if not columns.keys() & {"identifier", "name", "last", "email", "login"}:
        raise UsageFault(
            say(
                "The class list {path} has no column that names students. Its first line must say what "
                "is in the columns: name (or first name and last name), id, email, login, group.",
                path=path,
            )
        )
    students = [_student(row, columns) for row in rows[1:] if any(cell.strip() for cell in row)]
    return Roster(student for student in students if student.name)


def table(content: bytes) -> list[list[str]]:
    """The cells of a CSV file, whatever wrote it. Raises csv.Error where it is none."""
    text, _ = decoded(content)
    return cells(text)


def cells(text: str) -> list[list[str]]:
    """The rows that hold anything; a line ``sep=;``, which spreadsheets put first, is not one of them."""
    first, _, rest = text.partition("\n")
    if re.fullmatch("sep=.", first.strip()):
        text = rest
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text)) if any(row)]


def delimiter(text: str) -> str:
    """What parts the cells: comma, semicolon or tab, as the first line has it."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if said := re.fullmatch("sep=(.)", first.strip()):
        return said[1]
    return max(";\t,", key=lambda mark: (first.count(mark), mark == ","))


def decoded(content: bytes) -> tuple[str, str]:
    """(text, encoding), by what the bytes look like."""
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace"), encoding
    if b"\0" in content[:200]:
        encoding = "utf-16-le" if content[1:2] == b"\0" else "utf-16-be"
        return content.decode(encoding, errors="replace"), encoding
    for encoding in ("utf-8", *(("gb18030",) if _is_chinese(content) else ()), "cp1252"):
        try:
            return content.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1"), "latin-1"


def _is_chinese(content: bytes) -> bool:
    """Whether bytes that are no UTF-8 are gb18030 rather than a Western code page.

    Many a Western letter and the one after it are a rare character in gb18030; common characters are two high bytes,
    which a Western text hardly ever has side by side.
    """
    try:
        foreign = [c for c in content.decode("gb18030") if ord(c) > 127]
    except UnicodeDecodeError:
        return False
    common = [c for c in foreign if c.encode("gb2312", errors="ignore")]
    return len(common) * 2 > len(foreign)


def _columns(header: list[str]) -> dict[str, int]:
    spelled = {name: kind for kind, names in _COLUMNS.items() for name in names}
    found: dict[str, int] = {}
    for position, cell in enumerate(header):
        kind = spelled.get(re.sub(r"[\s_]+", "", cell).casefold())
        if kind is not None:
            found.setdefault(kind, position)
    return found


def _student(row: list[str], columns: Mapping[str, int]) -> Student:
    def cell(kind: str) -> str:
        position = columns.get(kind)
        return row[position].strip() if position is not None and position < len(row) else ""

    name = cell("name") or " ".join(part for part in (cell("first"), cell("last")) if part)
    shown = name or cell("login") or cell("email") or cell("identifier")
    return Student(shown, cell("identifier"), cell("email"), cell("login"), cell("group"))


def _folded(text: str) -> str:
    """Without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(c for c in plain if not unicodedata.combining(c)).strip()


def _name_keys(name: str) -> list[str]:
    """Spellings of one name: in order, the other way round, and run together as Canvas does (``lastfirst``)."""
    if "," in name:
        last, _, first = name.partition(",")
        name = f"{first} {last}"
    parts = [part for part in re.split(r"[\s_]+", re.sub(r"[^\w\s]", "", _folded(name))) if part]
    if not parts:
        return []
    together = [*parts[1:], parts[0]]
    turned = [parts[-1], *parts[:-1]]
    return list(dict.fromkeys((" ".join(parts), "".join(turned), "".join(together), "".join(parts))))
