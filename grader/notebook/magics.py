"""Lines that only IPython understands: taken out and told, never run.

No line of Python begins with ``%``, ``!`` or ``?``, ends with ``?`` or assigns what begins with ``%`` or ``!``. But a
line inside a string or an open bracket may, so strings and brackets are followed through the cell.
"""

import re
from collections.abc import Iterator, Sequence

LEFT_OUT = "# left out: "
_BODY_IS_PYTHON = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "heat", "python", "python3"})
_CELL_MAGIC = re.compile(r"\s*%%(?P<name>[\w.]+)")
_INDEX = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"  # x["k"], x[i[0]]
_ASSIGNED = re.compile(rf"\s*[A-Za-z_*(](?:[\w.,:*()\s]|{_INDEX})*=\s*[!%]")
_HELP = re.compile(r"\s*[\w.*\[\]()%]+\?{1,2}\s*$")
_PROMPT = re.compile(r"\s*>>>(?: |$)")
_PROMPTS = re.compile(r"^\s*(?:>>>|\.\.\.)(?: |$)")
_STRING = re.compile(r"""'''.*?'''|\"\"\".*?\"\"\"|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
_COMMAND = re.compile(  # of a shell; a magic where a value or a statement may stand; help; a command without its sign
    r"(!{1,2}(?!=)[\w./-]*)|(?:^|[=:;,([{])\s*(%{1,2}[A-Za-z_]\w*)|(^\s*\?{1,2}|\?{1,2}\s*$)"
    r"|^\s*((?:pip3?|conda|mamba|cd|ls|mkdir|rm|cp|mv|cat|git|wget|curl|apt|apt-get)(?=\s+[\w./~-]))"
)
_WORD = re.compile(r"""(?i:\b(?:[rbuf]|br|rb|fr|rf))?('''|\"\"\"|'|\")|\#|[(\[{]|[)\]}]|\\\Z""")


def as_file(lines: Sequence[str]) -> list[str]:
    """As many lines, without what IPython takes away from every line of a cell: the indent of its first one, or the
    prompts ``>>>`` and ``...`` of a session that was pasted.
    """
    first = next((line for line in lines if line.strip()), "")
    if _PROMPT.match(first):
        return [_PROMPTS.sub("", line) for line in lines]
    indent = first[: len(first) - len(first.lstrip())]
    return [line.removeprefix(indent) for line in lines]


def without_magics(lines: Sequence[str]) -> list[str]:
    """As many lines, those that are no Python as comments; in a block, where a statement must stand, after ``pass``."""
    return list(_replaced(lines))


def takes_the_rest(line: str) -> bool:
    """Whether a line is a cell magic that leaves nothing of what follows in its cell to Python."""
    magic = _CELL_MAGIC.match(line)
    return magic is not None and magic["name"] not in _BODY_IS_PYTHON


def only_ipython(line: str) -> str:
    """The command in a line that is no Python, wherever it stands: ``!ls``, ``%time``, ``?``; "" where there is none.

    For a line that Python refused: a remainder, ``x %y``, is none.
    """
    bare = _STRING.sub("", line).partition("#")[0]
    found = _COMMAND.search(bare) if "'" not in bare and '"' not in bare else None  # a string that is left open
    return next(filter(None, found.groups())).strip() if found else ""


def _replaced(lines: Sequence[str]) -> Iterator[str]:
    state, goes_on, all_gone = _State(), False, False
    for line in lines:
        if all_gone:
            yield ""
        elif goes_on or (state.begins_a_statement and _is_magic(line)):
            yield "" if goes_on else _comment(line)
            all_gone = not goes_on and takes_the_rest(line)
            goes_on = line.endswith("\\")
        else:
            yield line
            state.read(line)


def _is_magic(line: str) -> bool:
    bare = line.strip()
    if bare.startswith(("%", "!", "?")) or _ASSIGNED.match(line):
        return True
    return bool(_HELP.match(line))


def _comment(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return f"{indent}{'pass  ' if indent else ''}{LEFT_OUT}{line.strip()}"


class _State:
    """Where in the text a line begins: inside a string, a bracket, or after a backslash."""

    def __init__(self) -> None:
        self._quote = ""  # of the string of several lines that is open
        self._depth = 0
        self._continued = False

    @property
    def begins_a_statement(self) -> bool:
        return not self._quote and self._depth == 0 and not self._continued

    def read(self, line: str) -> None:
        """Go on by one line. Text that is no Python at all leaves some state or other: it is refused later anyway."""
        self._continued = False
        place = 0
        while place < len(line):
            if self._quote:
                place = self._past_quote(line, place)
                continue
            found = _WORD.search(line, place)
            if found is None or found[0] == "#":
                return
            place = found.end()
            self._take(found)

    def _take(self, found: "re.Match[str]") -> None:
        if found[1]:
            self._quote = found[1]
        elif found[0] == "\\":
            self._continued = True
        else:
            self._depth = max(0, self._depth + (1 if found[0] in "([{" else -1))

    def _past_quote(self, line: str, place: int) -> int:
        """The place after the open string; its end, or the line's."""
        end = re.compile(rf"(?:[^\\]|\\.)*?{self._quote}", re.DOTALL).match(line, place)
        if end is not None:
            self._quote = ""
            return end.end()
        if len(self._quote) == 1 and not line.endswith("\\"):
            self._quote = ""  # a string of one line that is not closed is no Python
        return len(line)
