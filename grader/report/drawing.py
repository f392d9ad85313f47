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
class Swatch:
    style: str
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture: ``legend`` explains the styles, ``note`` is a sentence below it, ``description`` replaces it."""

    kind: Literal["heatmap", "curve"]
    title: str
    description: str
    width: float
    height: float
    paths: list[Path] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    legend: list[Swatch] = field(default_factory=list)
    note: str = ""
    compact: bool = False  # may be drawn smaller than it is: there are no numbers to read in it
