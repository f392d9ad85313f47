"""Scripts and pages of the exports, with ``{{ name }}`` where something is filled in."""

import re
from pathlib import Path

_HERE = Path(__file__).parent
_HOLE = re.compile(r"\{\{ (\w+) \}\}(\n?)")


def template(name: str, **parts: str) -> str:
    """The template of that name, filled. KeyError where a part is missing."""
    content = (_HERE / name).read_text(encoding="utf-8")
    return _HOLE.sub(lambda hole: parts[hole[1]] + ("" if parts[hole[1]].endswith("\n") else hole[2]), content)
