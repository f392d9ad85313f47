"""Batches in many shapes, made and looked at where your code runs."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor


class Sample(NamedTuple):
    image: Tensor
    label: int


class Settings:
    """Neither a tensor nor a container."""


def batch_of(kind: str) -> Any:
    x, y = torch.arange(6.0).view(2, 3), torch.tensor([1, 2])
    batches = {
        "tensor": x,
        "dict": {"x": x, "y": y, "name": "digits"},
        "list": [x, y, 3, 0.5],
        "tuple": (x, y, None),
        "named tuple": Sample(x, 7),
        "text": {"words": ["one", "two"], "raw": b"bytes", "x": x},
        "other objects": [Settings(), range(3), x, True, {1, 2}],
        "empty": {"list": [], "tuple": (), "dict": {}, "x": torch.ones(0, 3)},
        "nested": {"a": [x, (y, {"b": Sample(x, 1)})], "c": ([[y]], x), 5: y},
    }
    return batches[kind]


def outline(value: Any) -> Any:
    """Of a tensor dtype, shape, device; of a container the name of its type, then its items; of the rest its type."""
    if isinstance(value, Tensor):
        return [value.dtype, tuple(value.shape), torch.device(value.device.type)]
    if isinstance(value, dict):
        return [type(value).__name__, *([str(key), outline(item)] for key, item in value.items())]
    if isinstance(value, list | tuple):
        return [type(value).__name__, *(outline(item) for item in value)]
    return value if isinstance(value, str) else f"{type(value).__name__} {value if value is None else ''}".strip()


def types_of(kind: str) -> Any:
    return outline(batch_of(kind))


def leaves(value: Any) -> Iterator[Any]:
    """What is in the containers, from left to right."""
    if isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)
    else:
        yield value


def move(f: Callable[[Any, Any], Any], kind: str, device: Any) -> dict[str, Any]:
    """What f(batch, device) did to a batch on the CPU."""
    batch = batch_of(kind)
    result = f(batch, device)
    pairs = list(zip(leaves(batch), leaves(result), strict=False))
    return {
        "types": outline(result),
        "types of the batch afterwards": outline(batch),
        "new containers": result is not batch,
        "tensors kept": [new is old for old, new in pairs if isinstance(old, Tensor)],
        "others kept": [new is old for old, new in pairs if not isinstance(old, Tensor)],
    }
