"""What a file must be before Python can read it: UTF-8 text."""

import codecs
import io
import tokenize

from grader.language import say


def unreadable(shown: str, content: bytes) -> str | None:
    """What keeps Python from reading ``content`` as UTF-8 text, as one sentence."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        return say("`{shown}` is saved as UTF-16. Save it as UTF-8.", shown=shown)
    if b"\0" in content:
        line = content[: content.index(b"\0")].count(b"\n") + 1
        return say(
            "`{shown}` has a NUL byte in line {line}, so it is no Python text. Save it as UTF-8 text.",
            shown=shown,
            line=line,
        )
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
    except SyntaxError:
        encoding = "unknown"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return say(
            "`{shown}` is not UTF-8 text: byte {byte:#04x} in line {line}. Save it as UTF-8.",
            shown=shown,
            byte=content[error.start],
            line=line,
        )
    if encoding not in ("utf-8", "utf-8-sig"):
        return say(
            "`{shown}` declares an encoding other than UTF-8 in its first lines. Take that line out.", shown=shown
        )
    return None


def without_trifles(content: bytes) -> bytes:
    """``content`` without what editors change unasked: a BOM, line ends, blanks at the ends of lines."""
    lines = content.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return b"\n".join(line.rstrip() for line in lines).strip()
