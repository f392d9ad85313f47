"""One check as its marks describe it: title, weight, who may see what, what it depends on and needs."""

import inspect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from grader.checks.marks import MARKS
from grader.course.nearest import nearest
from grader.faults import AuthorFault
from grader.language import say
from grader.language.course import told

Visibility = Literal["visible", "hidden"]
Level = Literal["full", "hint", "none"]

FIXTURES = ("student", "seed", "rng", "device", "course_data")  # what a session gives, see ChecksPlugin
_FOREIGN = {"parametrize", "usefixtures", "skip", "skipif", "xfail", "filterwarnings", "hypothesis"}


@dataclass(frozen=True, slots=True)
class Check:
    """A check of an exercise: one test function, or one case of a parametrised one."""

    id: str  # "test_values[pairwise_sq_dist_lowmem]", "TestModel::test_shape"
    title: str
    visibility: Visibility = "hidden"
    level: Level = "full"
    weight: float = 1.0
    depends: tuple[str, ...] = ()
    needs_gpu: bool = False
    timeout: float | None = None  # wall seconds
    changes_arguments: bool = False  # what the student's code is given may be written into

    @property
    def hidden(self) -> bool:
        return self.visibility == "hidden"


def check_id(nodeid: str) -> str:
    """What is left of pytest's node id without the file."""
    return nodeid.partition("::")[2] or nodeid


def read_check(item: pytest.Item) -> Check:
    """The check that a collected item is. Raises AuthorFault for a mark that says what no mark of its name can say."""
    id = check_id(item.nodeid)
    _refuse_slips(item, id)
    _refuse_hidden_fixtures(item, id)
    visibility: Visibility = "hidden"
    for mark in item.iter_markers():  # the closest to the function first
        if mark.name in ("visible", "hidden"):
            visibility = "visible" if mark.name == "visible" else "hidden"
            break
    return Check(
        id=id,
        title=_title(item),
        visibility=visibility,
        level=_level(item, id),
        weight=_number(item, id, "points", 1.0),
        depends=tuple(_names(item, id)),
        needs_gpu=item.get_closest_marker("needs_gpu") is not None,
        timeout=_number(item, id, "timeout", None),
        changes_arguments=item.get_closest_marker("changes_arguments") is not None,
    )


def _title(item: pytest.Item) -> str:
    """The first line of the docstring, else the function's name in words."""
    function: Any = getattr(item, "obj", None)
    text = (inspect.getdoc(function) or "").strip() if inspect.isroutine(function) else ""
    name = item.name.partition("[")[0].removeprefix("test_").replace("_", " ")
    return told(text.partition("\n")[0].strip().rstrip(".")) or name[:1].upper() + name[1:]


def _arguments(item: pytest.Item, id: str, name: str) -> Sequence[Any] | None:
    mark = item.get_closest_marker(name)
    if mark is None:
        return None
    if mark.kwargs or not mark.args:
        raise AuthorFault(
            say(
                "{id}: write the mark as {mark}, without names of arguments.",
                id=id,
                mark=MARKS[name].partition(":")[0],
            )
        )
    return mark.args


def _number(item: pytest.Item, id: str, name: str, default: Any) -> Any:
    arguments = _arguments(item, id, name)
    if arguments is None:
        return default
    value = arguments[0]
    number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if len(arguments) > 1 or not number or value < 0 or (name == "timeout" and value == 0):
        raise AuthorFault(
            say(
                "{id}: {mark}({given}) must hold one number, above 0.",
                id=id,
                mark=name,
                given=", ".join(map(repr, arguments)),
            )
        )
    return float(value)


def _level(item: pytest.Item, id: str) -> Level:
    arguments = _arguments(item, id, "feedback")
    if arguments is None:
        return "full"
    if len(arguments) == 1 and arguments[0] in ("full", "hint", "none"):
        level: Level = arguments[0]
        return level
    raise AuthorFault(say('{id}: feedback must be one of "full", "hint" and "none".', id=id))


def _names(item: pytest.Item, id: str) -> Sequence[str]:
    if item.get_closest_marker("depends") is None:
        return ()
    names = [name for mark in item.iter_markers("depends") for name in mark.args]
    if not names or not all(isinstance(name, str) for name in names):
        raise AuthorFault(say('{id}: depends needs the names of checks, as depends("test_shapes").', id=id))
    return names


def _refuse_slips(item: pytest.Item, id: str) -> None:
    """A mark that looks like one of ours. Other marks are let through: files of other courses bring their own."""
    for mark in item.iter_markers():
        near = [] if mark.name in MARKS or mark.name in _FOREIGN else nearest(mark.name, MARKS, 1)
        if near:
            raise AuthorFault(
                say("{id}: there is no mark {mark!r}. Did you mean {near}?", id=id, mark=mark.name, near=near[0])
            )


def _refuse_hidden_fixtures(item: pytest.Item, id: str) -> None:
    """A fixture of the course that is called as one of ours: the seed would no longer reach the check."""
    known = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
    for name in FIXTURES:
        if len(known.get(name, ())) > 1:
            raise AuthorFault(
                say("{id}: a fixture {name} stands before the one that every check has: rename it.", id=id, name=name)
            )
