"""Outcomes of earlier runs by the hash of what they hang on. Only sound ones: what failed is always run again."""

import contextlib
import hashlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any, TypeVar

import msgspec

MOST = 50_000  # entries; the longest unused go first

T = TypeVar("T")


def key_of(fingerprint: str, facts: tuple[object, ...]) -> str:
    """The hash of an exercise's fingerprint and of what else an outcome hangs on."""
    return hashlib.sha256(json.dumps([fingerprint, facts]).encode()).hexdigest()


class Cache:
    """A file of outcomes. One that can't be read or written is none: everything runs, nothing fails."""

    def __init__(self, path: Path | None, most: int = MOST) -> None:
        """``path`` None: nothing is kept."""
        self._most = most
        self._connection: sqlite3.Connection | None = None
        if path is not None:
            with contextlib.suppress(OSError, sqlite3.Error):
                path.parent.mkdir(parents=True, exist_ok=True)
                self._connection = sqlite3.connect(path, timeout=5, isolation_level=None)
                self._connection.execute("pragma journal_mode = wal")
                self._connection.execute("pragma synchronous = off")
                self._connection.execute(
                    "create table if not exists outcome (key text primary key, used real, value blob) without rowid"
                )

    def get(self, key: str, kind: type[T]) -> T | None:
        """The outcome under a key; None where there is none."""
        row = self._ask("select value from outcome where key = ?", key)
        if row is None:
            return None
        try:
            found = msgspec.json.decode(row[0], type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        self._ask("update outcome set used = ? where key = ?", time.time(), key)
        return found

    def put(self, key: str, outcome: Any) -> None:
        self._ask("insert or replace into outcome values (?, ?, ?)", key, time.time(), msgspec.json.encode(outcome))

    def close(self) -> None:
        """Forget what was not used for longest, beyond what is kept."""
        self._ask(
            "delete from outcome where key in (select key from outcome order by used desc limit -1 offset ?)",
            self._most,
        )
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, statement: str, *values: object) -> Any:
        if self._connection is None:
            return None
        try:
            return self._connection.execute(statement, values).fetchone()
        except sqlite3.Error:
            return None


def default_path() -> Path:
    """Where outcomes are kept for this user."""
    from platformdirs import user_cache_path

    return user_cache_path("torchgrade") / "verify.sqlite"
