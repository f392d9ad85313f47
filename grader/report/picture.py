"""The pictures of the report schema. Bounds hold against sizes that no drawing is made for; helpers stay below them."""

import base64
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema, model_validator

from grader.report.field import Amount, Number, Part

_SIDE = 1_024  # rows or columns of a matrix
_CLASSES = 8
_NODES = 60
_CELLS = 64  # a side of a grid of regions
_PIXELS = 64  # a side of an image
_LARGEST = 10**12  # of a size, a stride or an offset

Matrix = Annotated[list[Annotated[list[Number], Field(max_length=_SIDE)]], Field(max_length=_SIDE)]
Ticks = Annotated[list[str], Field(max_length=_SIDE)]
Whole = Annotated[int, Field(ge=-_LARGEST, le=_LARGEST)]
Count = Annotated[int, Field(ge=0, le=_LARGEST)]
Class = Annotated[int, Field(ge=0, lt=_CLASSES)]


class HeatMap(Part):
    """A matrix drawn as coloured cells, row-major; None where a value is not finite."""

    kind: Literal["heatmap"] = "heatmap"
    title: str
    values: Matrix
    row_label: str = ""
    column_label: str = ""
    row_ticks: Ticks | None = None  # names of the rows; numbers when None
    column_ticks: Ticks | None = None


class Comparison(Part):
    """Two matrices on one scale, and how they differ."""

    kind: Literal["comparison"] = "comparison"
    title: str
    yours: Matrix
    right: Matrix
    how: Literal["difference", "ratio"] = "difference"
    row_label: str = ""
    column_label: str = ""


class Series(Part):
    name: str
    y: list[Number]
    x: list[Amount] | None = None  # 0, 1, 2 … when None


class Curve(Part):
    """Lines over steps, with an optional horizontal threshold."""

    kind: Literal["curve"] = "curve"
    title: str
    series: list[Series]
    x_label: str = "step"
    y_label: str = "loss"
    threshold: Number = None
    threshold_label: str = ""


class Layout(Part):
    """Which element of a strided tensor lies in which cell of its storage; all numbers count elements."""

    kind: Literal["layout"] = "layout"
    title: str
    shape: Annotated[list[Count], Field(max_length=8)]
    stride: Annotated[list[Whole], Field(max_length=8)]
    offset: Whole
    cells: Count  # of the storage

    @model_validator(mode="after")
    def _one_stride_a_size(self) -> Self:
        if len(self.shape) != len(self.stride):
            raise ValueError("there is one stride a size")
        return self


class GraphNode(Part):
    label: str
    role: Literal["result", "operation", "leaf", "student"] = "operation"
    detail: str = ""
    foreign: bool = False  # the label was told by the student's process


class Graph(Part):
    """An autograd graph. An edge (i, j): node i hands its gradient to node j."""

    kind: Literal["graph"] = "graph"
    title: str
    nodes: Annotated[list[GraphNode], Field(max_length=_NODES)]
    edges: Annotated[list[tuple[int, int]], Field(max_length=4 * _NODES)]
    left_out: Count = 0  # nodes beyond those that are drawn

    @model_validator(mode="after")
    def _edges_between_nodes(self) -> Self:
        if not all(0 <= end < len(self.nodes) for edge in self.edges for end in edge):
            raise ValueError("an edge leads to a node that is not there")
        return self


class Point(Part):
    x: Amount
    y: Amount
    label: Class


class Regions(Part):
    """What a classifier says on a grid, and the data. Row 0 of ``classes`` is the lowest y."""

    kind: Literal["regions"] = "regions"
    title: str
    classes: Annotated[list[Annotated[list[Class], Field(max_length=_CELLS)]], Field(max_length=_CELLS)]
    x_low: Amount
    x_high: Amount
    y_low: Amount
    y_high: Amount
    points: Annotated[list[Point], Field(max_length=400)] = []
    names: Annotated[list[str], Field(max_length=_CLASSES)] = []  # of the classes; their numbers where there is none
    x_label: str = "x"
    y_label: str = "y"

    @model_validator(mode="after")
    def _a_rectangle(self) -> Self:
        if len({len(row) for row in self.classes}) > 1:
            raise ValueError("all rows of a grid have one length")
        if not (0 < self.x_high - self.x_low < 1e200 and 0 < self.y_high - self.y_low < 1e200):
            raise ValueError("the grid has no extent")
        return self


def _decoded(value: object) -> object:
    return base64.b64decode(value, validate=True) if isinstance(value, str) else value


# Bytes that are text in base64 in JSON.
Pixels = Annotated[
    bytes,
    BeforeValidator(_decoded),
    PlainSerializer(lambda value: base64.b64encode(value).decode(), str),
    WithJsonSchema({"type": "string", "format": "base64", "maxLength": 4 * _PIXELS * _PIXELS + 4}),
]


class Image(Part):
    """``pixels`` in base64: row-major, ``channels`` bytes (1: grey, 3: red, green, blue) a pixel."""

    width: Annotated[int, Field(ge=1, le=_PIXELS)]
    height: Annotated[int, Field(ge=1, le=_PIXELS)]
    channels: Literal[1, 3]
    pixels: Pixels
    caption: str = ""

    @model_validator(mode="after")
    def _all_pixels(self) -> Self:
        if len(self.pixels) != self.width * self.height * self.channels:
            raise ValueError("there are more or fewer pixels than the size says")
        return self


class Images(Part):
    """Small images side by side, each with a caption."""

    kind: Literal["images"] = "images"
    title: str
    images: Annotated[list[Image], Field(max_length=36)]


Picture = Annotated[
    HeatMap | Comparison | Curve | Layout | Graph | Regions | Images,
    Field(discriminator="kind"),
]
