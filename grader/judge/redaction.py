"""Hidden checks quote no text that the student does not have already.

A function that is given a hidden input can return it as a string, and a helper that says "returned the string '…'"
would carry it out. So in a hidden check's feedback every quoted string is blanked, unless it stands in the student's
own file.
Numbers stay: they are what feedback is about, and an author who has hidden numbers to guard says ``feedback("hint")``.
"""

import builtins
import collections
import re
import types

import numpy as np
import torch

from grader.judge.pictures import redacted
from grader.judge.source import Source
from grader.report import model

# A quote inside a word is an apostrophe. A literal that was cut has no end.
_QUOTED = re.compile(r"""(?<!\w)(?:b|r)?('(?:[^'\\]|\\.)*(?:'(?!\w)|$)|"(?:[^"\\]|\\.)*(?:"(?!\w)|$))""", re.DOTALL)
_BLANK = "'…'"
# How the helpers name what is neither a number nor a tensor, in every language. A class may be called anything, but
# ``type_name`` leaves letters, digits and dots of its name.
_TYPE = re.compile(r"(?<=of type ).+?(?= instead of |[.,;](?:\s|$)|$)|(?<=类型为 ).+?(?= 的对象)", re.DOTALL)
_LIBRARIES = (builtins, types, collections, torch, torch.nn, np)


def without_foreign_strings(said: model.Feedback, source: Source) -> model.Feedback:
    """``said`` with every quoted string and every name of a type blanked that is not in the student's file."""
    own = source.content.decode("utf-8", errors="replace")

    def literal(found: re.Match[str]) -> str:
        return found[0] if _inside(found[1]) in own else _BLANK

    def type_name(found: re.Match[str]) -> str:
        known = found[0] in own or any(isinstance(vars(library).get(found[0]), type) for library in _LIBRARIES)
        return found[0] if known else "…"

    def clean(text: str) -> str:
        return _TYPE.sub(type_name, _QUOTED.sub(literal, text))

    def clean_or_none(text: str | None) -> str | None:
        return None if text is None else clean(text)

    return said.model_copy(
        update={
            "headline": clean(said.headline),
            "details": [clean(text) for text in said.details],
            "expected": clean_or_none(said.expected),
            "actual": clean_or_none(said.actual),
            "where": clean_or_none(said.where),
            "smallest_input": {
                name: text
                for name, text in ((name, clean(value)) for name, value in said.smallest_input.items())
                if _tells(text)
            },
            "pictures": [redacted(picture, clean, own) for picture in said.pictures],
        }
    )


def _tells(text: str) -> bool:
    """Whether something is left to read of an input, once its strings are blanked."""
    return _BLANK not in text or any(character.isalnum() for character in text.replace(_BLANK, ""))


def _inside(literal: str) -> str:
    """What stands between the quotes; the end may have been cut off."""
    return literal[1:].removesuffix(literal[0]).rstrip("….")
