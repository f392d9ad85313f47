"""Pictures of a finding, as data: what reports draw. The helpers that make them of tensors are beside this module."""

from dataclasses import dataclass, field
from typing import Literal

Role = Literal["result", "operation", "leaf", "student"]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A matrix drawn as coloured cells. ``values`` is row-major, rows x columns; NaN is drawn as a cross.

    ``row_ticks`` and ``column_ticks`` name single rows and columns (tokens, classes); without them they are numbered.
    """

    title: str
    values: list[list[float]]
    row_label: str = ""
    column_label: str = ""
    row_ticks: list[str] | None = None
    column_ticks: list[str] | None = None
    kind: Literal["heatmap"] = "heatmap"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two matrices on one scale and, beside them, how they differ: yours - right, or yours / right."""

    title: str
    yours: list[list[float]]
    right: list[list[float]]
    how: Literal["difference", "ratio"] = "difference"
    row_label: str = ""
    column_label: str = ""
    kind: Literal["comparison"] = "comparison"


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    y: list[float]
    x: list[float] | None = None  # 0, 1, 2 … when None


@dataclass(frozen=True, slots=True)
class Curve:
    """Lines over steps (a loss curve), with an optional horizontal threshold."""

    title: str
    series: list[Series]
    x_label: str = "step"
    y_label: str = "loss"
    threshold: float | None = None
    threshold_label: str = ""
    kind: Literal["curve"] = "curve"


@dataclass(frozen=True, slots=True)
class Layout:
    """Which element of a strided tensor lies in which cell of its storage. All numbers count elements."""

    title: str
    shape: list[int]
    stride: list[int]
    offset: int
    cells: int  # of the storage
    kind: Literal["layout"] = "layout"


@dataclass(frozen=True, slots=True)
class GraphNode:
    label: str  # "MulBackward0", "weight"
    role: Role = "operation"
    detail: str = ""  # "(3, 2)"
    foreign: bool = False  # the label was told by the student's process: a hidden check blanks what it does not know


@dataclass(frozen=True, slots=True)
class Graph:
    """An autograd graph. An edge (i, j): node i hands its gradient to node j."""

    title: str
    nodes: list[GraphNode]
    edges: list[tuple[int, int]]
    left_out: int = 0  # nodes beyond those that are drawn
    kind: Literal["graph"] = "graph"


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    label: int


@dataclass(frozen=True, slots=True)
class Regions:
    """What a classifier says on a grid in two dimensions, and the data.

    ``classes`` is row-major; row 0 is the lowest y. The cells divide [x_low, x_high] x [y_low, y_high] evenly.
    """

    title: str
    classes: list[list[int]]
    x_low: float
    x_high: float
    y_low: float
    y_high: float
    points: list[Point] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of the classes; their numbers where there is none
    x_label: str = "x"
    y_label: str = "y"
    kind: Literal["regions"] = "regions"


@dataclass(frozen=True, slots=True)
class Image:
    """``pixels`` are bytes, row-major, ``channels`` (1: grey, 3: red, green, blue) a pixel."""

    width: int
    height: int
    channels: Literal[1, 3]
    pixels: bytes
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Images:
    """Small images side by side, each with a caption."""

    title: str
    images: list[Image]
    kind: Literal["images"] = "images"


Picture = HeatMap | Comparison | Curve | Layout | Graph | Regions | Images
