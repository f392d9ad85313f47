"""What a check found: structured facts that reports draw, instead of text that they would have to parse."""

from dataclasses import dataclass, field
from typing import Any, Literal

from grader.checks.picture import Comparison, Curve, HeatMap, Picture, Series

__all__ = ["Comparison", "Curve", "Facts", "Finding", "HeatMap", "Picture", "Rung", "Series"]

# The order in which failures are looked for; the first is reported.
Rung = Literal[
    "name", "not_implemented", "signature", "exception", "type", "dtype", "device", "shape", "non_finite",
    "gradient_exists", "value", "gradient_value", "arguments_changed", "state", "limits",
]  # fmt: skip


@dataclass(slots=True)
class Facts:
    """The facts of one finding. Texts are plain English sentences, cut to where things differ."""

    rung: Rung
    headline: str  # one plain sentence in the words of the exercise; backticks mark code
    details: list[str] = field(default_factory=list)  # further sentences
    expected: str | None = None
    actual: str | None = None
    where: str | None = None  # "index (0, 2)", "step 3"
    smallest_input: dict[str, str] = field(default_factory=dict)  # argument name -> literal
    pictures: list[Picture] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)  # of the call: function, args, kwargs, value, expected


class Finding(AssertionError):
    """Raised by every helper of the check library. ``str`` reads well under plain pytest too."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        lines = [facts.headline, *facts.details]
        if facts.smallest_input:
            lines.append("input:    " + ", ".join(f"{name} = {value}" for name, value in facts.smallest_input.items()))
        if facts.expected is not None:
            lines.append(f"expected: {facts.expected}")
        if facts.actual is not None:
            lines.append(f"actual:   {facts.actual}")
        super().__init__("\n".join(lines))
