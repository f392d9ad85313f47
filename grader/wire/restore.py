"""Copy-restore: what called code changed in its caller's lists, dicts, sets, bytearrays, arrays and generators."""

from typing import Any

import numpy as np
import torch

from grader.wire import raw
from grader.wire.reader import Reader
from grader.wire.values import Tree, plain_key
from grader.wire.violation import ProtocolViolation
from grader.wire.writer import Writer

Before = list[tuple[Any, Any]]


def _copy(value: Any) -> Any:
    if isinstance(value, torch.Generator):
        return value.get_state()
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list):
        return list(value)
    return value.copy()


def remember(made: list[Any]) -> Before:
    """The received containers with a shallow copy of each, to compare with when the call is over."""
    return [(value, _copy(value)) for value in made]


def _changed(value: Any, before: Any) -> bool:
    if isinstance(value, list):
        return len(value) != len(before) or any(a is not b for a, b in zip(value, before, strict=True))
    if isinstance(value, dict):
        items = list(value.items())
        return len(items) != len(before) or any(
            a is not c or b is not d for (a, b), (c, d) in zip(items, before, strict=True)
        )
    if isinstance(value, torch.Generator):
        return not torch.equal(value.get_state(), before)
    if isinstance(value, np.ndarray):
        return bool(value.tobytes() != before.tobytes())
    return bool(value != before)


def changes(before: Before, writer: Writer) -> list[Tree]:
    """``[number, contents]`` of each container that is not as it was."""
    return [[n, _contents(value, writer)] for n, (value, copy) in enumerate(before) if _changed(value, copy)]


def _contents(value: Any, writer: Writer) -> Tree:
    if isinstance(value, torch.Generator):
        return raw.write_tensor(value.get_state(), writer.buffers, writer.kept)
    if isinstance(value, np.ndarray):
        return raw.write_array(value, writer.buffers, writer.kept)
    if isinstance(value, bytearray):
        return writer.blob(bytes(value))
    if isinstance(value, dict):
        if not all(map(plain_key, value)):
            raise TypeError("a dict that was passed in now has keys that cannot cross back")
        return [writer.items(value.keys()), writer.items(value.values())]
    return writer.items(value)


def apply(nodes: Any, reader: Reader) -> list[type]:
    """Change this side's containers in the same way. Only those of the call that was answered can be named.

    Returns the types of those that were changed; generators are there to be advanced and do not count.
    """
    changed: list[type] = []
    originals = len(reader.made)
    for number, contents in nodes:
        if type(number) is not int or not 0 <= number < originals:
            raise ProtocolViolation("changes what it was not given")
        value = reader.made[number]
        _apply(value, contents, reader)
        if not isinstance(value, torch.Generator):
            changed.append(type(value))
    return changed


def _apply(value: Any, contents: Tree, reader: Reader) -> None:
    if isinstance(value, torch.Generator):
        value.set_state(raw.read_tensor(contents, reader.buffers))
    elif isinstance(value, np.ndarray):
        new = raw.read_array(contents, reader.buffers)
        if new.dtype != value.dtype or new.shape != value.shape:
            raise ProtocolViolation("changes an array into another")
        value[...] = new
    elif isinstance(value, bytearray):
        value[:] = reader.blob(contents)
    elif isinstance(value, dict):
        keys, values = reader.keys(contents[0]), reader.items(contents[1])
        new_items = list(zip(keys, values, strict=True))
        value.clear()
        value.update(new_items)
    elif isinstance(value, set):
        keys = reader.keys(contents)
        value.clear()
        value.update(keys)
    else:
        value[:] = reader.items(contents)
