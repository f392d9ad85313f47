"""Settings as TOML again: what was read, without comments. Checked by reading it back."""

import json
import tomllib
from typing import Any

from grader.faults import AuthorFault
from grader.language import say


def dumped(table: dict[str, Any]) -> str:
    """``table`` as TOML text. Raises AuthorFault for what it can't write (no course's settings have it)."""
    written = "\n".join(_lines(table, ())).lstrip("\n") + "\n"
    if tomllib.loads(written) != table:
        raise AuthorFault(
            say("These settings can't be written for a release: dates and nested lists of tables are not known.")
        )
    return written


def _lines(table: dict[str, Any], path: tuple[str, ...]) -> list[str]:
    plain = {key: value for key, value in table.items() if not _is_table(value) and not _is_tables(value)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    for key, value in table.items():
        inner = (*path, key)
        if _is_table(value):
            lines += ["", f"[{'.'.join(map(_key, inner))}]", *_lines(value, inner)]
        elif _is_tables(value):
            for each in value:
                lines += ["", f"[[{'.'.join(map(_key, inner))}]]", *_lines(each, inner)]
    return lines


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _key(key: str) -> str:
    return key if key and all(c.isascii() and (c.isalnum() or c in "_-") for c in key) else _value(key)


def _value(value: object) -> str:
    """JSON's strings, numbers and lists are TOML's, but for one control character."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
