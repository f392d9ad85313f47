"""A finding's pictures as the report holds them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import cache
from typing import Any

import torch
from pydantic import TypeAdapter, ValidationError

from grader.checks.finding import Picture as FoundPicture
from grader.language.course import told
from grader.report.picture import Graph, Picture

_MOST = 12  # of one finding
_READER: TypeAdapter[Picture] = TypeAdapter(Picture)
_FREE = ("kind", "how", "role", "pixels")  # fields whose texts are not free
_NODE = re.compile(r"([A-Za-z]+)Backward\d{0,2}")
_NODES = ("AccumulateGrad", "CopySlices", "CopyBackwards", "GraphRoot")


def reported(pictures: Iterable[FoundPicture]) -> list[Picture]:
    """The first dozen; without one that the schema refuses: a verdict does not fail for its picture."""
    found = (_reported(picture) for picture in list(pictures)[:_MOST])
    return [picture for picture in found if picture is not None]


def _reported(picture: FoundPicture) -> Picture | None:
    try:
        return _READER.validate_python(_cleaned(asdict(picture), told))
    except ValidationError:
        return None


def redacted(picture: Picture, clean: Callable[[str], str], own: str) -> Picture:
    """The picture with every text cleaned, for a hidden check.

    A node of a graph may be told by the student's process, where a class can be called anything: its label stays where
    it is an operation of torch's, or stands in the student's own file (``own``).
    """
    cleaned = _READER.validate_python(_cleaned(picture.model_dump(), clean))
    if not isinstance(cleaned, Graph):
        return cleaned
    nodes = [
        node if not node.foreign or _is_known(node.label, own) else node.model_copy(update={"label": "…"})
        for node in cleaned.nodes
    ]
    return cleaned.model_copy(update={"nodes": nodes})


def _cleaned(value: Any, clean: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {key: item if key in _FREE else _cleaned(item, clean) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item, clean) for item in value]
    return clean(value) if isinstance(value, str) else value


def _is_known(label: str, own: str) -> bool:
    named = _NODE.fullmatch(label)
    name = named[1] if named else label
    return label in _NODES or name in own or (named is not None and name.lower() in _operators())


@cache
def _operators() -> frozenset[str]:
    """Torch's operators as node classes spell them: "logsoftmax" for ``aten::_log_softmax``."""
    names = (name.partition("::")[2].partition(".")[0] for name in torch._C._dispatch_get_all_op_names())
    return frozenset(name.replace("_", "").lower() for name in names)
