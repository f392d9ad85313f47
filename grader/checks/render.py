"""Values as short, bounded, printable text. What a student's code returned may be anything: nothing trusts it."""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch

from grader.checks.kinds import is_array, is_remote, is_tensor
from grader.language import noted, noted_count, say, say_count

LITERAL_ELEMENTS = 24  # tensors up to this size are printed whole
TEXT_LIMIT = 400  # characters of any one text
_DEPTH = 6
_ALL = 17  # digits that give a float back as it is
_PLAIN = 1e7  # numbers up to this are written without an exponent
_WORD = re.compile(r"(?:a|[a-z]+(?:-[a-z]+)*[a-z])(?! =)(?=[\s,:]|$)")
_HAN = re.compile("[\u4e00-\u9fff]")
_NUMBER = noted("the number {value}")
_NUMBERS = {
    int: noted("the integer {value}"),
    float: noted("the float {value}"),
    complex: noted("the complex number {value}"),
}
_CONTAINERS: dict[type, tuple[str, str]] = {
    list: noted_count("a list of {count} element", "a list of {count} elements"),
    tuple: noted_count("a tuple of {count} element", "a tuple of {count} elements"),
    dict: noted_count("a dict of {count} entry", "a dict of {count} entries"),
    set: noted_count("a set of {count} element", "a set of {count} elements"),
    frozenset: noted_count("a frozenset of {count} element", "a frozenset of {count} elements"),
}
_ITEMS = 24


def clean(text: str, limit: int = TEXT_LIMIT) -> str:
    """``text`` on one line, without control characters, cut to ``limit`` characters."""
    cut = text[: limit + 1]
    shown = "".join(c if c.isprintable() else " " if c in "\n\t\r" else "�" for c in cut)
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def capitalised(text: str) -> str:
    """``text`` as the beginning of a sentence: a word gets its capital letter, a name (``x.grad``) stays.

    A Chinese sentence has no capitals: what it begins with in Latin letters is code.
    """
    return text[:1].upper() + text[1:] if _WORD.match(text) and not _HAN.search(text) else text


def dtype_name(dtype: object) -> str:
    """``float32`` for ``torch.float32`` and for NumPy's."""
    return clean(str(dtype).removeprefix("torch."), 40)


def number(value: complex, digits: int = 4) -> str:
    """A number with ``digits`` significant digits; a float stays recognisable as one (``3.0``)."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        return _integer(int(value))
    if isinstance(value, complex):
        sign = "-" if value.imag < 0 else "+"
        return f"{number(value.real, digits)}{sign}{number(abs(value.imag), digits)}j"
    return _real(float(value), digits)


def literal(value: Any, digits: int = 4) -> str:
    """The literal of a small value, a summary of a large one."""
    return clean(_literal(value, digits, _DEPTH))


def describe(value: Any) -> str:
    """What kind of thing ``value`` is, as a noun phrase: ``a tensor of shape (2, 3)``, ``None``,
    ``a list of 3 elements``."""
    if is_tensor(value):
        return say("a tensor of shape {shape}", shape=shape_text(value.shape))
    if is_array(value):
        return say("a NumPy array of shape {shape}", shape=shape_text(value.shape))
    if value is None:
        return "None"
    if is_remote(value):
        return an_object(value)
    if isinstance(value, bool | np.bool_):
        return say("the truth value {value}", value=bool(value))
    if isinstance(value, np.number):
        return say("the NumPy number {value}", value=number(value.item()))
    if isinstance(value, int | float | complex):
        return say(_NUMBERS.get(type(value), _NUMBER), value=number(value))
    if type(value) in (str, bytes):
        template = noted("the string {value}") if type(value) is str else noted("the bytes {value}")
        return say(template, value=_literal(value, 4, 1))
    if type(value) in _CONTAINERS:
        return say_count(*_CONTAINERS[type(value)], len(value))
    return an_object(value)


def an_object(value: Any) -> str:
    """What is said of a value that nothing more is known of."""
    return say("an object of type {type}", type=type_name(value))


def type_name(value: Any) -> str:
    """The name of the type, without asking the object itself for its text; of letters, digits and dots alone."""
    name = value._remote_kind.name if is_remote(value) else type(value).__name__
    return re.sub(r"[^\w.]", "_", clean(name, 60))


def shape_text(shape: Iterable[int]) -> str:
    """``(2, 3)``, ``(2,)``, ``()``."""
    return str(tuple(int(size) for size in shape))


def join(words: Iterable[str]) -> str:
    """``a, b and c``."""
    return _joined(list(words), noted("{first} and {last}"))


def either(words: Iterable[str]) -> str:
    """``a, b or c``."""
    return _joined(list(words), noted("{first} or {last}"))


def _joined(words: list[str], template: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return say(template, first=", ".join(words[:-1]), last=words[-1])


def _integer(value: int) -> str:
    if value.bit_length() > 128:
        return say("an integer of {bits} bits", bits=value.bit_length())
    return str(value)


def _real(value: float, digits: int) -> str:
    if not math.isfinite(value):
        return str(value)
    if digits >= _ALL:
        return repr(value)
    whole = len(str(int(abs(value)))) if abs(value) < _PLAIN else 0
    if whole > digits:  # no exponent yet
        return f"{value:.1f}"
    text = f"{value:.{digits}g}"
    if text.lstrip("-").isdigit():
        return text + ".0"
    return text


def _literal(value: Any, digits: int, depth: int) -> str:
    if is_tensor(value):
        return _tensor(value, digits)
    if is_array(value):
        return _array(value, digits)
    if value is None:
        return "None"
    if is_remote(value):
        return describe(value)
    if isinstance(value, bool | int | float | complex):
        return number(value, digits)
    if isinstance(value, np.generic):
        return _literal(value.item(), digits, 1) if isinstance(value, np.number | np.bool_) else describe(value)
    if type(value) in (str, bytes):
        return clean(repr(value[:80]) + ("…" if len(value) > 80 else ""), 120)
    if isinstance(value, torch.dtype | torch.device):
        return clean(str(value), 40)
    if isinstance(value, torch.Size):
        return shape_text(value)
    return _container(value, digits, depth)


def _container(value: Any, digits: int, depth: int) -> str:
    kind = type(value)
    named = issubclass(kind, tuple) and hasattr(kind, "_fields")
    if depth <= 0 or not (named or kind in (list, tuple, dict, set, frozenset)):
        return describe(value)
    if kind is dict:
        return _mapping(value, digits, depth)
    items = [_literal(item, digits, depth - 1) for item, _ in zip(value, range(_ITEMS), strict=False)]
    return bracketed(kind, [*items, "…"] if len(value) > _ITEMS else items)


def bracketed(kind: type, items: list[str]) -> str:
    """The literal of a list, a tuple or a set of these literals."""
    inside = ", ".join(items)
    if kind is list:
        return f"[{inside}]"
    if issubclass(kind, tuple):
        return f"({inside},)" if len(items) == 1 else f"({inside})"
    return f"{{{inside}}}" if items else "set()"


def _mapping(value: Mapping[Any, Any], digits: int, depth: int) -> str:
    pairs = [
        f"{_literal(key, digits, 1)}: {_literal(item, digits, depth - 1)}"
        for (key, item), _ in zip(value.items(), range(_ITEMS), strict=False)
    ]
    return "{" + ", ".join(pairs) + (", …" if len(value) > _ITEMS else "") + "}"


def _tensor(value: torch.Tensor, digits: int) -> str:
    if value.device.type == "meta" or value.numel() > LITERAL_ELEMENTS:
        return _summary(value, digits)
    if value.numel() == 0:
        return say("an empty tensor of shape {shape}", shape=shape_text(value.shape))
    dense = value.detach().to_dense() if value.layout is not torch.strided else value.detach()
    return nested(dense.cpu().tolist(), digits)


def _array(value: "np.ndarray[Any, Any]", digits: int) -> str:
    if value.dtype.kind not in "biufc":
        return f"{describe(value)}, {dtype_name(value.dtype)}"
    if value.size > LITERAL_ELEMENTS:
        kind = dtype_name(value.dtype)
        head = say("shape {shape}, {dtype}", shape=shape_text(value.shape), dtype=kind)
        if value.dtype.kind == "c":
            return head
        low, high = (_literal(end, digits, 1) for end in (value.min(), value.max()))
        return say("{head}, from {low} to {high}", head=head, low=low, high=high)
    if value.size == 0:
        return say("an empty array of shape {shape}", shape=shape_text(value.shape))
    return nested(value.tolist(), digits)


def _summary(value: torch.Tensor, digits: int) -> str:
    head = say("shape {shape}, {dtype}", shape=shape_text(value.shape), dtype=dtype_name(value.dtype))
    if value.device.type == "meta" or value.dtype.is_complex or value.layout is not torch.strided:
        return head
    wide = value.detach().cpu().to(torch.float64 if value.dtype.is_floating_point else torch.int64)
    if value.dtype is torch.bool:
        return say_count("{head}, {count:,} True value", "{head}, {count:,} True values", int(wide.sum()), head=head)
    low, high = (number(end.item(), digits) for end in (wide.min(), wide.max()))
    return say("{head}, from {low} to {high}", head=head, low=low, high=high)


def nested(value: Any, digits: int = 4) -> str:
    """Nested lists of numbers as a literal."""
    if isinstance(value, list):
        return "[" + ", ".join(nested(item, digits) for item in value) + "]"
    return number(value, digits)
