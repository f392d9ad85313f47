"""A picture as geometry for inline SVG. Texts stay plain: the template puts them in and escapes them."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    text: str
    style: str = "tick"  # a CSS class
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    style: str
    d: str


@dataclass(frozen=True, slots=True)
class Raster:
    """Pixels as an address of our own making, "data:image/png;base64,…"."""

    width: float
    height: float
    address: str


@dataclass(frozen=True, slots=True)
class Swatch:
    """An entry of a legend; ``d`` draws it in a box of 22 x 12 where a filled box does not do."""

    style: str
    text: str
    d: str = "M0 0h22v12h-22z"


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture: ``legend`` explains the styles, ``note`` is a sentence below it, ``description`` replaces it.

    One with ``panels`` is these side by side, and draws nothing itself.
    """

    kind: Literal["heatmap", "comparison", "curve", "layout", "graph", "regions", "images"]
    title: str
    description: str
    width: float
    height: float
    paths: list[Path] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    rasters: list[Raster] = field(default_factory=list)
    panels: list["Drawing"] = field(default_factory=list)
    legend: list[Swatch] = field(default_factory=list)
    note: str = ""
    compact: bool = False  # may be drawn smaller than it is: there are no numbers to read in it
