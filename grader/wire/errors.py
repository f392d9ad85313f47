"""Exceptions as they cross: the names of their classes, a bounded text, arguments when plain, the student's frames."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from grader.wire.objects import names_of, read_names
from grader.wire.values import plain_key
from grader.wire.violation import ProtocolViolation

MAX_TEXT = 1 << 14
MAX_FRAMES = 40


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the student's own code on the way to an exception."""

    file: str
    line: int
    function: str
    source: str


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception of the other side."""

    names: tuple[tuple[str, str], ...]
    message: str
    args: tuple[Any, ...] | None
    frames: tuple[Frame, ...]
    origin: int  # number of the exception of the receiving side that this one is, 0 for none
    attributes: dict[str, Any]  # name, lineno and the like, where the type has them


_ATTRIBUTES = ("name", "path", "filename", "lineno", "offset", "text", "msg", "value", "errno", "strerror")


def text_of(error: BaseException) -> str:
    """``str(error)``, whatever it does: bounded, and never raising. (One that hangs is ended by the wall clock.)"""
    try:
        text = str(error)
        if type(text) is not str:
            text = str.__str__(text)
        return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"
    except Exception:
        return f"<{type(error).__name__} whose text cannot be shown>"


def frames_of(trace: TracebackType | None, ours: Callable[[str], bool]) -> list[list[Any]]:
    found = [
        [f.filename[-200:], f.lineno or 0, f.name[:200], (f.line or "")[:400]]
        for f in traceback.extract_tb(trace)
        if ours(f.filename)
    ]
    return found if len(found) <= MAX_FRAMES else found[: MAX_FRAMES // 2] + found[-MAX_FRAMES // 2 :]


def plain_args(error: BaseException) -> tuple[Any, ...] | None:
    args = error.args
    if type(args) is not tuple or len(args) > 16 or not all(map(plain_key, args)):
        return None
    return args if sum(len(a) for a in args if isinstance(a, (str, bytes))) <= MAX_TEXT else None


def attributes_of(error: BaseException) -> dict[str, Any]:
    found = {}
    for name in _ATTRIBUTES:
        value = getattr(error, name, None)
        if type(value) is int or (type(value) is str and len(value) < 1000):
            found[name] = value
    return found


def describe(error: BaseException, frames: list[list[Any]], origin: int) -> list[Any]:
    """The parts of `Raised`, as values."""
    return [names_of(type(error)), text_of(error), plain_args(error), frames, origin, attributes_of(error)]


def read(parts: Any) -> Raised:
    names, message, args, frames, origin, attributes = parts
    if type(message) is not str or type(origin) is not int or not (args is None or type(args) is tuple):
        raise ProtocolViolation("an exception is not one")
    if type(frames) is not list or len(frames) > MAX_FRAMES or type(attributes) is not dict:
        raise ProtocolViolation("an exception is not one")
    if len(message) > MAX_TEXT + 1 or (args is not None and not all(map(plain_key, args))):
        raise ProtocolViolation("an exception is not one")
    if any(k not in _ATTRIBUTES or type(v) not in (int, str) for k, v in attributes.items()):
        raise ProtocolViolation("an exception is not one")
    return Raised(read_names(names), message, args, tuple(map(_read_frame, frames)), origin, attributes)


def _read_frame(parts: Any) -> Frame:
    file, line, function, source = parts
    if type(line) is not int or any(type(x) is not str or len(x) > 1000 for x in (file, function, source)):
        raise ProtocolViolation("a frame of an exception is not one")
    return Frame(file, line, function, source)
