"""Student text made harmless: control characters, bidirectional overrides and endless strings, for every format.

A format still has to escape for its own syntax (HTML, XML, CSV …); what is done here is what no syntax does.
"""

import re
import unicodedata
from collections.abc import Callable

from grader.language import say

FIELD_LIMIT = 4_000  # characters of one field that a report shows
TITLE_LIMIT = 200
_COMBINING_LIMIT = 4  # marks stacked on one letter; more of them climb over the neighbouring lines
_JOINERS = "\u200c\u200d"  # Persian and emoji need them, and they reorder nothing
_NEWLINES = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_PLAIN = re.compile(r"[\n -~…]*")  # what is cut has an ellipsis in it, and is long


def clean(text: str, limit: int = FIELD_LIMIT) -> str:
    """Text of several lines with every control and invisible character made visible, cut to about ``limit``."""
    text = _NEWLINES.sub("\n", shorten(text, limit)).replace("\t", "    ")
    return text if _PLAIN.fullmatch(text) else _calm_marks(_replace(text, _visible))


def one_line(text: str, limit: int = TITLE_LIMIT) -> str:
    """``clean`` text on one line of at most ``limit`` characters: titles, names, file names, check ids."""
    line = " ".join(clean(text, 4 * limit).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


# What a spreadsheet takes for the beginning of a formula, or skips before one.
FORMULA_STARTS = tuple(
    "=+-@\t\r\n\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)


def harmless_cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula: an apostrophe before what would begin one."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def binding(name: str, literal: str, limit: int = FIELD_LIMIT) -> str:
    """ "x = [[0, 1],\n     [2, 3]]": the literal's further lines stay under its first.

    Lines of a program stand below the name: "program:\n  y = x.exp()\n  y.mul_(2)".
    """
    text = clean(literal, limit)
    first, line_break, _ = text.partition("\n")
    if line_break and not _is_open(first):
        return f"{one_line(name)}:\n  " + text.replace("\n", "\n  ")
    start = f"{one_line(name)} = "
    return start + text.replace("\n", "\n" + " " * len(start))


def _is_open(line: str) -> bool:
    """Whether a bracket is still open at its end, so that the next line goes on with it."""
    return sum(line.count(sign) for sign in "([{") > sum(line.count(sign) for sign in ")]}")


def shorten(text: str, limit: int) -> str:
    """The beginning and the end of a text that is longer than ``limit`` characters, and how much is left out."""
    if len(text) <= limit:
        return text
    tail = limit // 4
    head = limit - tail
    left_out = say("[{number:,} characters left out]", number=len(text) - limit)
    return f"{text[:head]} … {left_out} … {text[-tail:]}"


def columns_of(text: str) -> int:
    """How many columns of a terminal a line takes: two for a Chinese character, none for a combining mark."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def cut_to_columns(text: str, columns: int) -> str:
    """The beginning of a line that fits."""
    while text and columns_of(text) > columns:
        text = text[:-1]
    return text


def code_spans(text: str) -> list[tuple[str, bool]]:
    """Prose cut at its backticks: (piece, is code). An odd last backtick stays a character."""
    pieces = re.split(r"`([^`\n]+)`", text)
    return [(piece, index % 2 == 1) for index, piece in enumerate(pieces) if piece]


# Marks, then what pictures are drawn of: trees, shades, bars.
_TWINS = str.maketrans(
    {"✓": "+", "✗": "x", "–": "-", "—": "-", "−": "-", "…": "...", "·": ".", "○": "o", "⚠": "!", "→": "->", "×": "x"}
    | {"÷": "/", "├": "|", "└": "`", "│": "|", "░": ".", "▒": ":", "▓": "*", "█": "#"}
    | dict(zip("▁▂▃▄▅▆▇", "_.,-=+*", strict=True))
)


def ascii_only(text: str) -> str:
    """For terminals without Unicode: the marks that reports draw with have ASCII twins, the rest is escaped."""
    return text.translate(_TWINS).encode("ascii", "backslashreplace").decode("ascii")


def _replace(text: str, function: Callable[[str], str]) -> str:
    return "".join(character if character == "\n" else function(character) for character in text)


def _visible(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # Unicode's control pictures: ESC is drawn as ␛
    if code == 0x7F:
        return "␡"
    category = unicodedata.category(character)
    if category == "Cs" or code & 0xFFFE == 0xFFFE:
        return "\ufffd"
    if category in ("Cc", "Cf") and character not in _JOINERS:
        return f"⟨U+{code:04X}⟩"
    return character


def _calm_marks(text: str) -> str:
    calm: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= _COMBINING_LIMIT:
            calm.append(character)
    return "".join(calm)
