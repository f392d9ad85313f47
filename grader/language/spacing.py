"""Templates of a language that sets a space between its own characters and Latin ones, and none among its own."""

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

_FORMATTER = Formatter()
_HAN = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef“”‘’…]")


def fill(template: str, parts: Mapping[str, Any]) -> str:
    """The template with its placeholders filled, without a space between two Chinese characters.

    A template says "应为 {asked}" for the sake of "应为 3"; where the part is Chinese too, the space goes.
    Within a part nothing is touched.
    """
    text, part = "", ""
    for literal, name, form, conversion in _FORMATTER.parse(template):
        if part and literal[:1] == " " and _HAN.match(part[-1]) and _HAN.match(literal[1:2]):
            literal = literal[1:]
        text += literal
        part = ""
        if name is not None:
            value = parts[name]
            part = _FORMATTER.format_field(
                _FORMATTER.convert_field(value, conversion) if conversion else value, form or ""
            )
            if part and text[-1:] == " " and _HAN.match(text[-2:-1]) and _HAN.match(part):
                text = text[:-1]
            text += part
    return text
