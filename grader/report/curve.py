"""Curves as geometry: lines over steps, axes with round ticks, the threshold that was asked for."""

from dataclasses import dataclass

from grader.language import say, say_count
from grader.report.axis import LARGEST, Axis, axis
from grader.report.drawing import Drawing, Label, Path, Swatch
from grader.report.numbers import value
from grader.report.picture import Curve, Series
from grader.report.text import one_line

_MOST_SERIES = 6
_MOST_POINTS = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 66.0, 14.0, 14.0, 44.0
_WIDTH, _HEIGHT = 440.0, 250.0

Point = tuple[float, float | None]


def draw_curve(picture: Curve) -> Drawing:
    shown = picture.series[:_MOST_SERIES]
    lines = [_points(series) for series in shown]
    finite = [point for line in lines for point in line if point[1] is not None]
    title = one_line(picture.title)
    if not finite:
        return Drawing(
            "curve", title, say("No finite value to draw."), 0, 0, note=say("There is no finite value to draw.")
        )
    heights = [y for _, y in finite if y is not None]
    if picture.threshold is not None and abs(picture.threshold) <= LARGEST:
        heights.append(picture.threshold)
    x, y = axis(x for x, _ in finite), axis(heights, may_be_logarithmic=True, rounded=True)
    frame = _Frame(x, y)
    return Drawing(
        kind="curve",
        title=title,
        description=_in_words(picture, shown, lines),
        width=_WIDTH,
        height=_HEIGHT,
        paths=[*frame.grid_lines(), *frame.threshold(picture), *frame.lines(lines)],
        labels=[*frame.labels(picture), *frame.threshold_label(picture)],
        legend=[Swatch(f"s{i}", one_line(series.name, 80)) for i, series in enumerate(shown)],
        note=_curve_note(picture, lines),
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    x: Axis
    y: Axis

    def at(self, x: float, y: float) -> tuple[float, float]:
        across, down = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
        return _LEFT + across * self.x.share(x), _TOP + down * (1 - self.y.share(y))

    def grid_lines(self) -> list[Path]:
        level = "".join(f"M{_LEFT:g} {self.at(self.x.low, y)[1]:.1f}H{_WIDTH - _RIGHT:g}" for y, _ in self.y.ticks())
        feet = "".join(f"M{self.at(x, self.y.low)[0]:.1f} {_HEIGHT - _BOTTOM:g}v5" for x, _ in self.x.ticks())
        return [Path("rule", level), Path("axis", f"M{_LEFT:g} {_HEIGHT - _BOTTOM:g}H{_WIDTH - _RIGHT:g}{feet}")]

    def threshold(self, picture: Curve) -> list[Path]:
        if picture.threshold is None or abs(picture.threshold) > LARGEST:
            return []
        height = self.at(self.x.low, picture.threshold)[1]
        return [Path("threshold", f"M{_LEFT:g} {height:.1f}H{_WIDTH - _RIGHT:g}")]

    def threshold_label(self, picture: Curve) -> list[Label]:
        if picture.threshold is None or abs(picture.threshold) > LARGEST:
            return []
        height = self.at(self.x.low, picture.threshold)[1]
        above = height - 9 if height > _TOP + 22 else height + 11
        text = one_line(picture.threshold_label, 48) or say("asked for")
        return [Label(_WIDTH - _RIGHT - 2, above, f"{text}: {value(picture.threshold)}", "asked end")]

    def lines(self, lines: list[list[Point]]) -> list[Path]:
        return [Path(f"line s{index}", self._line(line)) for index, line in enumerate(lines)]

    def _line(self, line: list[Point]) -> str:
        parts: list[str] = []
        down = False  # whether the pen touches the paper: a gap is where a value is not finite
        for x, y in line:
            if y is None:
                down = False
                continue
            left, top = self.at(x, y)
            parts.append(f"{'L' if down else 'M'}{left:.1f} {top:.1f}{'' if down else 'h0'}")
            down = True
        return "".join(parts)

    def labels(self, picture: Curve) -> list[Label]:
        ticks = [Label(_LEFT - 8, self.at(self.x.low, y)[1], text, "tick end") for y, text in self.y.ticks()]
        ticks += [Label(self.at(x, self.y.low)[0], _HEIGHT - _BOTTOM + 16, text) for x, text in self.x.ticks()]
        named = one_line(picture.y_label, 40)
        if self.y.logarithmic:
            named = say("{label} (log)", label=named)
        across, down = (_LEFT + _WIDTH - _RIGHT) / 2, (_TOP + _HEIGHT - _BOTTOM) / 2
        return [
            *ticks,
            Label(across, _HEIGHT - 9, one_line(picture.x_label, 60), "name"),
            Label(9, down, named, "name", turned=True),
        ]


def _points(series: Series) -> list[Point]:
    """The points of a line, at most ``_MOST_POINTS``: of each run of steps the lowest and the highest are kept."""
    places = series.x if series.x is not None else [float(step) for step in range(len(series.y))]
    pairs = zip(places, series.y, strict=False)
    points: list[Point] = [
        (x, y if y is not None and abs(y) <= LARGEST else None) for x, y in pairs if abs(x) <= LARGEST
    ]
    if len(points) <= _MOST_POINTS:
        return points
    size = -(-2 * len(points) // _MOST_POINTS)
    return [point for start in range(0, len(points), size) for point in _ends(points[start : start + size])]


def _ends(run: list[Point]) -> list[Point]:
    gap = next((index for index, point in enumerate(run) if point[1] is None), None)
    finite = [(y, index) for index, (_, y) in enumerate(run) if y is not None]
    kept = {index for _, index in (min(finite), max(finite))} if finite else set()
    return [run[index] for index in sorted(kept if gap is None else kept | {gap})]


def _in_words(picture: Curve, shown: list[Series], lines: list[list[Point]]) -> str:
    words = []
    for series, line in zip(shown, lines, strict=True):
        finite = [y for _, y in line if y is not None]
        if not finite:
            words.append(say("{name}: no finite value.", name=one_line(series.name)))
            continue
        words.append(
            say_count(
                "{name}: {count:,} value, starts at {first} and ends at {last}; lowest {low}, highest {high}.",
                "{name}: {count:,} values, starts at {first} and ends at {last}; lowest {low}, highest {high}.",
                len(series.y),
                name=one_line(series.name),
                first=value(finite[0]),
                last=value(finite[-1]),
                low=value(min(finite)),
                high=value(max(finite)),
            )
        )
    if picture.threshold is not None:
        label = one_line(picture.threshold_label) or say("Asked for")
        words.append(say("{label}: {value}.", label=label, value=value(picture.threshold)))
    return " ".join([*words, _curve_note(picture, lines)]).strip()


def _curve_note(picture: Curve, lines: list[list[Point]]) -> str:
    gaps = [x for line in lines for x, y in line if y is None]
    notes = []
    if gaps:
        where = f"{one_line(picture.x_label, 40) or 'x'} {value(min(gaps))}"
        notes.append(say("The first value that is not finite is at {where}.", where=where))
    if len(picture.series) > _MOST_SERIES:
        left_out = len(picture.series) - _MOST_SERIES
        notes.append(say_count("{count:,} more line not drawn.", "{count:,} more lines not drawn.", left_out))
    return " ".join(notes)
