"""The journal of a run: one SQLite file that holds what was handed in, every result, and what could not be graded.

Results are written as they come, each in a transaction of its own (write-ahead log), so a killed run goes on where it
was. What is graded once is never graded again: a result is found by the content that it depends on.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from grader.batch.intake.model import HandedIn, Problem
from grader.batch.roster import Roster, Student
from grader.faults import UsageFault
from grader.report.model import ExerciseResult
from grader.submission import Submission
from grader.verdict import Cause

_VERSION = 2
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE content (sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE paper (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL, identifier TEXT NOT NULL, email TEXT NOT NULL,
    attempt INTEGER NOT NULL, late INTEGER, received TEXT, gone INTEGER NOT NULL DEFAULT 0,
    UNIQUE (student, identifier, email, attempt)
);
CREATE TABLE answer (
    paper INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE, exercise TEXT NOT NULL,
    path TEXT, sha256 TEXT REFERENCES content (sha256), cause TEXT, sentence TEXT, key TEXT NOT NULL,
    PRIMARY KEY (paper, exercise)
);
CREATE INDEX answer_key ON answer (key);
CREATE TABLE result (
    key TEXT PRIMARY KEY, exercise TEXT NOT NULL, points REAL NOT NULL, max_points REAL NOT NULL,
    result TEXT NOT NULL, facts TEXT NOT NULL, created TEXT NOT NULL
);
CREATE TABLE failure (key TEXT PRIMARY KEY, exercise TEXT NOT NULL, tries INTEGER NOT NULL, sentence TEXT NOT NULL);
CREATE TABLE problem (student TEXT NOT NULL, sentence TEXT NOT NULL, UNIQUE (student, sentence));
CREATE TABLE roster (name TEXT NOT NULL, identifier TEXT, email TEXT, login TEXT, team TEXT);
CREATE TABLE audit (id INTEGER PRIMARY KEY, at TEXT NOT NULL, action TEXT NOT NULL, facts TEXT NOT NULL);
CREATE TABLE earlier (
    paper INTEGER NOT NULL, exercise TEXT NOT NULL, key TEXT NOT NULL, replaced TEXT NOT NULL,
    PRIMARY KEY (paper, exercise, key)
);
"""


@dataclass(frozen=True, slots=True)
class Paper:
    """One attempt of one student."""

    id: int
    student: str
    identifier: str
    email: str
    attempt: int
    late: bool | None
    received: datetime | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a paper holds for one exercise: content by hash, or why there is none. ``key`` finds its result."""

    exercise: str
    path: str | None
    sha256: str | None
    cause: str | None
    sentence: str | None
    key: str


class Journal:
    """Open a run's journal, or begin one. Raises UsageFault where the file is no journal of this version."""

    def __init__(self, path: Path) -> None:
        self.path = path
        new = not path.exists()
        try:
            self._database = sqlite3.connect(path, timeout=30, isolation_level=None)
            self._database.execute("PRAGMA foreign_keys = ON")
            self._database.execute("PRAGMA journal_mode = WAL")
            # Survives a killed process; a power cut costs seconds.
            self._database.execute("PRAGMA synchronous = NORMAL")
            if new or not self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
                self._begin()
            version = self.meta("version")
        except sqlite3.DatabaseError as error:
            raise UsageFault(f"{path} is no journal of a run ({error}): name another folder with --to.") from None
        if version != str(_VERSION):
            raise UsageFault(f"{path} was written by another version of torchgrade: name another folder with --to.")

    def _begin(self) -> None:
        with self.transaction():
            for statement in _SCHEMA.split(";\n"):
                self._database.execute(statement)
            self.set_meta("version", str(_VERSION))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, also when the process is killed."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def meta(self, key: str) -> str | None:
        row = self._database.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_meta(self, key: str, value: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    # -- what was handed in ------------------------------------------------------------------------------------------

    def take(self, handed_in: HandedIn, submission: Submission, keys: Mapping[str, str]) -> int:
        """Write down one attempt and its answers; the paper's id. The same attempt again replaces what it held."""
        with self.transaction():
            paper = self._paper(handed_in)
            before = {answer.exercise: answer for answer in self.answers(paper)}
            for exercise, key in keys.items():
                self._answer(paper, exercise, submission, key, before.get(exercise))
        return paper

    def _paper(self, handed_in: HandedIn) -> int:
        received = handed_in.received.astimezone(UTC).isoformat() if handed_in.received else None
        row = self._database.execute(
            "INSERT INTO paper (student, identifier, email, attempt, late, received) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (student, identifier, email, attempt) DO UPDATE SET "
            "late = excluded.late, received = excluded.received, gone = 0 RETURNING id",
            (handed_in.student, handed_in.identifier, handed_in.email, handed_in.attempt, handed_in.late, received),
        ).fetchone()
        return int(row[0])

    def _answer(self, paper: int, exercise: str, submission: Submission, key: str, before: Answer | None) -> None:
        if before is not None:
            self._remember(paper, before, key)
        notice = submission.notices.get(exercise)
        file = submission.files.get(exercise) or (notice.file if notice else None)
        if file is not None:
            self._database.execute("INSERT OR IGNORE INTO content VALUES (?, ?)", (file.sha256, file.content))
        self._database.execute(
            "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)",
            (paper, exercise, file.path if file else None, file.sha256 if file else None,
             notice.cause.value if notice else None, notice.sentence if notice else None, key),
        )  # fmt: skip

    def _remember(self, paper: int, before: Answer, key: str) -> None:
        """An answer is to be graded anew: what it got stays, to compare."""
        if before.key != key and self.has_result(before.key):
            row = (paper, before.exercise, before.key, now())
            self._database.execute("INSERT OR REPLACE INTO earlier VALUES (?, ?, ?, ?)", row)

    def rekey(self, paper: int, keys: Mapping[str, str]) -> None:
        """The same answers, under what their results are found by now."""
        with self.transaction():
            for answer in self.answers(paper):
                key = keys.get(answer.exercise, answer.key)
                self._remember(paper, answer, key)
                self._database.execute(
                    "UPDATE answer SET key = ? WHERE paper = ? AND exercise = ?", (key, paper, answer.exercise)
                )

    def forget_others(self, papers: Sequence[int]) -> None:
        """Attempts that are no longer among what was handed in stay in the journal, but count no more."""
        with self.transaction():
            self._database.execute("UPDATE paper SET gone = 1")
            self._database.executemany("UPDATE paper SET gone = 0 WHERE id = ?", [(paper,) for paper in papers])

    def set_problems(self, problems: Sequence[Problem]) -> None:
        with self.transaction():
            self._database.execute("DELETE FROM problem")
            rows = [(problem.student, problem.sentence) for problem in problems]
            self._database.executemany("INSERT OR IGNORE INTO problem VALUES (?, ?)", rows)

    def problems(self) -> list[Problem]:
        rows = self._database.execute("SELECT student, sentence FROM problem ORDER BY student, sentence")
        return [Problem(*row) for row in rows]

    def set_roster(self, students: Iterable[Student]) -> None:
        with self.transaction():
            self._database.execute("DELETE FROM roster")
            rows = [(each.name, each.identifier, each.email, each.login, each.group) for each in students]
            self._database.executemany("INSERT INTO roster VALUES (?, ?, ?, ?, ?)", rows)

    def roster(self) -> Roster:
        rows = self._database.execute("SELECT name, identifier, email, login, team FROM roster ORDER BY rowid")
        return Roster(Student(*row) for row in rows)

    def papers(self) -> list[Paper]:
        """What counts, by student and attempt."""
        rows = self._database.execute(
            "SELECT id, student, identifier, email, attempt, late, received FROM paper WHERE NOT gone "
            "ORDER BY student COLLATE NOCASE, identifier, attempt"
        )
        return [
            Paper(id, student, identifier, email, attempt, None if late is None else bool(late),
                  datetime.fromisoformat(received) if received else None)
            for id, student, identifier, email, attempt, late, received in rows
        ]  # fmt: skip

    def answers(self, paper: int) -> list[Answer]:
        rows = self._database.execute(
            "SELECT exercise, path, sha256, cause, sentence, key FROM answer WHERE paper = ? ORDER BY rowid", (paper,)
        )
        return [Answer(*row) for row in rows]

    def content(self, sha256: str) -> bytes:
        row = self._database.execute("SELECT bytes FROM content WHERE sha256 = ?", (sha256,)).fetchone()
        return bytes(row[0])

    # -- results -----------------------------------------------------------------------------------------------------

    def count(self) -> tuple[int, int, int]:
        """(answers, of these known or equal to another, to grade)."""
        answers, keys = self._database.execute(
            "SELECT COUNT(*), COUNT(DISTINCT key) FROM answer JOIN paper ON paper.id = answer.paper WHERE NOT gone"
        ).fetchone()
        known = self._database.execute(
            "SELECT COUNT(DISTINCT answer.key) FROM answer JOIN paper ON paper.id = answer.paper "
            "JOIN result ON result.key = answer.key WHERE NOT gone"
        ).fetchone()[0]
        return answers, answers - (keys - known), keys - known

    def open_answers(self, exercises: Collection[str], most_tries: int) -> Iterator[tuple[int, str, set[str]]]:
        """(paper, student, exercises) with answers that have no result and have not failed too often.

        Each distinct answer comes once, with the first paper that holds it. What is graded meanwhile does not come
        twice: the list is made at the start, on disk.
        """
        self._database.execute("DROP TABLE IF EXISTS temp.open")
        self._database.execute(
            "CREATE TEMP TABLE open AS SELECT MIN(paper.id) AS paper, answer.exercise FROM answer "
            "JOIN paper ON paper.id = answer.paper LEFT JOIN result ON result.key = answer.key "
            "LEFT JOIN failure ON failure.key = answer.key "
            "WHERE NOT paper.gone AND result.key IS NULL AND COALESCE(failure.tries, 0) < ? "
            f"AND answer.exercise IN ({_marks(exercises)}) GROUP BY answer.key",
            (most_tries, *exercises),
        )
        self._database.execute("CREATE INDEX temp.open_paper ON open (paper)")
        last = -1
        while row := self._database.execute(
            "SELECT paper, student FROM open JOIN paper ON paper.id = open.paper "
            "WHERE paper > ? ORDER BY paper LIMIT 1",
            (last,),
        ).fetchone():
            last = int(row[0])
            found = self._database.execute("SELECT exercise FROM open WHERE paper = ?", (last,)).fetchall()
            yield last, str(row[1]), {str(exercise) for (exercise,) in found}

    def has_open(self, exercises: Collection[str], most_tries: int) -> bool:
        row = self._database.execute(
            "SELECT 1 FROM answer JOIN paper ON paper.id = answer.paper LEFT JOIN result ON result.key = answer.key "
            "LEFT JOIN failure ON failure.key = answer.key "
            "WHERE NOT gone AND result.key IS NULL AND COALESCE(failure.tries, 0) < ? "
            f"AND answer.exercise IN ({_marks(exercises)}) LIMIT 1",
            (most_tries, *exercises),
        ).fetchone()
        return row is not None

    def failures(self, most_tries: int) -> int:
        """How many distinct answers that count were given up."""
        row = self._database.execute(
            "SELECT COUNT(DISTINCT failure.key) FROM failure JOIN answer ON answer.key = failure.key "
            "JOIN paper ON paper.id = answer.paper WHERE NOT gone AND tries >= ?",
            (most_tries,),
        ).fetchone()
        return int(row[0])

    def give_up_unreadable(self, tries: int) -> None:
        """Answers that could not be read, through no fault of the student's, are not graded at all."""
        self._database.execute(
            "INSERT OR REPLACE INTO failure SELECT DISTINCT key, exercise, ?, sentence FROM answer WHERE cause = ?",
            (tries, Cause.INFRASTRUCTURE.value),
        )

    def has_passed(self, key: str) -> bool:
        result = self.result(key)
        return result is not None and result.passed

    def record(self, key: str, result: ExerciseResult, facts: Mapping[str, object]) -> bool:
        """A result, once and for all: what is there already stays. Whether it is new."""
        with self.transaction():
            written = self._database.execute(
                "INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?, ?, ?)",
                (key, result.id, result.points, result.max_points, result.model_dump_json(), json.dumps(facts), now()),
            )
            self._database.execute("DELETE FROM failure WHERE key = ?", (key,))
        return written.rowcount == 1

    def record_failure(self, key: str, exercise: str, sentence: str, tries: int = 1) -> None:
        """Something that is not the student's fault kept an answer from being graded."""
        self._database.execute(
            "INSERT INTO failure VALUES (?, ?, ?, ?) "
            "ON CONFLICT (key) DO UPDATE SET tries = tries + excluded.tries, sentence = excluded.sentence",
            (key, exercise, tries, sentence),
        )

    def forgive_failures(self) -> None:
        """A new run tries again what an earlier one gave up."""
        self._database.execute("DELETE FROM failure")

    def failure(self, key: str) -> str | None:
        row = self._database.execute("SELECT sentence FROM failure WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def result(self, key: str) -> ExerciseResult | None:
        row = self._database.execute("SELECT result FROM result WHERE key = ?", (key,)).fetchone()
        return None if row is None else ExerciseResult.model_validate_json(row[0])

    def has_result(self, key: str) -> bool:
        return self._database.execute("SELECT 1 FROM result WHERE key = ?", (key,)).fetchone() is not None

    def facts(self, key: str) -> dict[str, Any]:
        """How a result came about: seed, libraries, sandbox, versions."""
        row = self._database.execute("SELECT facts FROM result WHERE key = ?", (key,)).fetchone()
        return dict(json.loads(row[0])) if row else {}

    def score(self, key: str) -> tuple[float, float] | None:
        """(points, of how many)."""
        row = self._database.execute("SELECT points, max_points FROM result WHERE key = ?", (key,)).fetchone()
        return None if row is None else (float(row[0]), float(row[1]))

    def moved(self, since: str = "") -> Iterator[tuple[int, str, str, str]]:
        """(paper, exercise, earlier key, present key) wherever an answer was graded anew ``since`` then (``now``).

        What was graded anew more than once since then is compared with how it stood at first.
        """
        yield from self._database.execute(
            "SELECT earlier.paper, earlier.exercise, earlier.key, answer.key FROM earlier "
            "JOIN answer ON answer.paper = earlier.paper AND answer.exercise = earlier.exercise "
            "JOIN paper ON paper.id = earlier.paper "
            "WHERE earlier.replaced = (SELECT MIN(replaced) FROM earlier AS e "
            "WHERE e.paper = earlier.paper AND e.exercise = earlier.exercise AND e.replaced >= ?) "
            "AND NOT paper.gone ORDER BY paper.student COLLATE NOCASE, earlier.exercise",
            (since,),
        ).fetchall()

    # -- who did what ------------------------------------------------------------------------------------------------

    def audit(self, action: str, facts: Mapping[str, object]) -> None:
        """Write down a decision; nothing here is ever changed or removed."""
        self._database.execute(
            "INSERT INTO audit (at, action, facts) VALUES (?, ?, ?)",
            (now(), action, json.dumps(facts, ensure_ascii=False, sort_keys=True)),
        )

    def audit_log(self) -> list[tuple[datetime, str, dict[str, object]]]:
        rows = self._database.execute("SELECT at, action, facts FROM audit ORDER BY id")
        return [(datetime.fromisoformat(at), action, json.loads(facts)) for at, action, facts in rows]


def now() -> str:
    """This moment as the journal writes it: texts in the order of time."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
