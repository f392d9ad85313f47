"""The autograd graph: boxes in layers, the result on top, arrows where gradients go; in characters, a tree."""

from collections import Counter

from grader.language import say, say_count
from grader.report.drawing import Drawing, Label, Path, Swatch
from grader.report.layers import Placed, Spot, place
from grader.report.picture import Graph, GraphNode
from grader.report.text import columns_of, cut_to_columns, one_line

_LETTER = 7.3
_HEIGHT, _STEP, _MARGIN = 28.0, 58.0, 4.0
_LABEL = 34  # characters
_BOX = "M1 0h20v12h-20z"


def draw_graph(picture: Graph) -> Drawing:
    title = one_line(picture.title)
    if not picture.nodes:
        return Drawing("graph", title, say("There is no node."), 0, 0, note=say("There is no node."))
    texts = [text_of(node) for node in picture.nodes]
    placed = place([max(40.0, _LETTER * columns_of(text) + 18) for text in texts], picture.edges)
    return Drawing(
        kind="graph",
        title=title,
        description=_in_words(picture),
        width=placed.width + 2 * _MARGIN,
        height=_STEP * (len(placed.layers) - 1) + _HEIGHT + 2 * _MARGIN,
        paths=[*_arrows(placed), *_boxes(picture, placed)],
        labels=[
            Label(_MARGIN + spot.x, _top(spot) + _HEIGHT / 2, text, f"box in-{node.role}")
            for spot, text, node in zip(placed.spots, texts, picture.nodes, strict=True)
        ],
        legend=_legend(picture),
        note=_left_out(picture),
    )


def sketch_graph(picture: Graph, width: int) -> list[str]:
    """A tree from the result down. What was met before is named by its number and not followed again."""
    arriving = Counter(end for _, end in picture.edges)
    tops = [node for node in range(len(picture.nodes)) if not arriving[node]] or [0][: len(picture.nodes)]
    tags = {node: f" [{number}]" for number, node in enumerate((n for n, c in sorted(arriving.items()) if c > 1), 1)}
    lines: list[str] = []
    met: set[int] = set()
    stack = [(node, "", "") for node in reversed(tops)]
    while stack:
        node, lead, branch = stack.pop()
        text = text_of(picture.nodes[node]) + tags.get(node, "")
        again = node in met
        lines.append(cut_to_columns(lead + branch + (say("{node}, as above", node=text) if again else text), width))
        if again:
            continue
        met.add(node)
        following = [end for start, end in picture.edges if start == node]
        deeper = lead + {"": "", "├ ": "│ ", "└ ": "  "}[branch]
        branches = ["├ "] * (len(following) - 1) + ["└ "] if following else []
        stack += [(end, deeper, mark) for end, mark in reversed(list(zip(following, branches, strict=True)))]
    note = _left_out(picture)
    return [*(lines or [say("There is no node.")]), *([note] if note else [])]


def text_of(node: GraphNode) -> str:
    """ "w (3, 1)"."""
    return " ".join(part for part in (one_line(node.label, _LABEL), one_line(node.detail, _LABEL)) if part)


def _top(spot: Spot) -> float:
    return _MARGIN + spot.layer * _STEP


def _boxes(picture: Graph, placed: Placed) -> list[Path]:
    """One path a role; leaves are round at the sides."""
    drawn: dict[str, list[str]] = {}
    for spot, node in zip(placed.spots, picture.nodes, strict=True):
        radius = _HEIGHT / 2 if node.role == "leaf" else 5.0
        x, y = _MARGIN + spot.x - spot.width / 2, _top(spot)
        drawn.setdefault(node.role, []).append(_rounded(x, y, spot.width, _HEIGHT, radius))
    return [Path(f"node {role}", "".join(parts)) for role, parts in sorted(drawn.items())]


def _rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    return (
        f"M{x + r:.1f} {y:.1f}h{width - 2 * r:.1f}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{height - 2 * r:g}"
        f"a{r:g} {r:g} 0 0 1 {-r:g} {r:g}h{2 * r - width:.1f}a{r:g} {r:g} 0 0 1 {-r:g} {-r:g}v{2 * r - height:g}"
        f"a{r:g} {r:g} 0 0 1 {r:g} {-r:g}z"
    )


def _arrows(placed: Placed) -> list[Path]:
    """Lines and heads. Several edges between two nodes run side by side."""
    pairs = Counter((id(route[0]), id(route[-1])) for route in placed.routes)
    drawn: Counter[tuple[int, int]] = Counter()
    lines, heads = [], []
    for route in placed.routes:
        pair = id(route[0]), id(route[-1])
        off = (drawn[pair] - (pairs[pair] - 1) / 2) * 14
        drawn[pair] += 1
        line, head = _arrow(route, off)
        lines.append(line)
        heads.append(head)
    return [Path("edge", "".join(lines)), Path("head", "".join(heads))]


def _arrow(route: list[Spot], off: float) -> tuple[str, str]:
    x, y = _MARGIN + route[0].x + off, _top(route[0]) + _HEIGHT
    parts = [f"M{x:.1f} {y:.1f}"]
    for spot in route[1:]:
        last = spot is route[-1]
        to_x, to_y = _MARGIN + spot.x + off, _top(spot) - (6 if last else 0)
        middle = (y + to_y) / 2
        parts.append(f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}")
        x, y = to_x, to_y
        if not last:
            y += _HEIGHT
            parts.append(f"V{y:.1f}")
    return "".join(parts), f"M{x:.1f} {y + 6:.1f}l-4.5 -8h9z"


def _legend(picture: Graph) -> list[Swatch]:
    names = {
        "result": say("the result"),
        "operation": say("an operation"),
        "leaf": say("a leaf: gradients end here"),
        "student": say("computed in your code"),
    }
    present = {node.role for node in picture.nodes}
    return [Swatch(f"node {role}", name, _BOX) for role, name in names.items() if role in present]


def _in_words(picture: Graph) -> str:
    words = [
        say_count("A graph of {count:,} node.", "A graph of {count:,} nodes.", len(picture.nodes)),
        _left_out(picture),
    ]
    for index, node in enumerate(picture.nodes):
        following = [text_of(picture.nodes[end]) for start, end in picture.edges if start == index]
        if following:
            words.append(say("{node} leads to {others}.", node=text_of(node), others=say(", ").join(following)))
    return " ".join(word for word in words if word)


def _left_out(picture: Graph) -> str:
    if not picture.left_out:
        return ""
    return say_count("{count:,} more node not drawn.", "{count:,} more nodes not drawn.", picture.left_out)
