"""``say``: a sentence in the language that is spoken now.

A template is its own English text. Its placeholders have names, so that a translation can put them in another order:

    say("`{name}` is not in your file.", name=name)
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from typing import Any

DOMAIN = "torchgrade"
LOCALES = os.path.join(os.path.dirname(__file__), "locale")  # not a Path: `grade --help` pays for every import

_here: ContextVar[str | None] = ContextVar("the language of this grading", default=None)
_of_process = "en"


def language() -> str:
    """The language that is spoken now: that of ``speaking``, else the process's."""
    return _here.get() or _of_process


def use(name: str) -> None:
    """Speak this language in the whole process, in every thread."""
    global _of_process
    _of_process = name


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Inside, in this thread, this language is spoken."""
    token = _here.set(name)
    try:
        yield
    finally:
        _here.reset(token)


def say(template: str, /, **parts: Any) -> str:
    """The template's translation with its placeholders filled. Without parts, braces are ordinary characters."""
    if language() == "en":
        return template.format(**parts) if parts else template
    spoken = _translation(language()).gettext(template)
    return _filled(spoken, parts) if parts else spoken


def say_count(one: str, many: str, count: int, /, **parts: Any) -> str:
    """``one`` or ``many`` by the language's own rule; ``{count}`` is the number."""
    if language() == "en":
        return (one if count == 1 else many).format(count=count, **parts)
    return _filled(_translation(language()).ngettext(one, many, count), {"count": count, **parts})


def noted(template: str) -> str:
    """The template itself, marked for translation: a constant that ``say`` is given later."""
    return template


def noted_count(one: str, many: str) -> tuple[str, str]:
    """The two templates of a ``say_count`` that comes later, marked for translation."""
    return one, many


def _filled(template: str, parts: dict[str, Any]) -> str:
    from grader.language.spacing import fill

    return fill(template, parts)


@cache
def _translation(name: str) -> NullTranslations:
    return translation(DOMAIN, LOCALES, [name], fallback=True)
