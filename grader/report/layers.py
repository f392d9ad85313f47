"""Where the nodes of a directed graph stand: in layers by their longest path from the top, edges leading down.

Sugiyama's scheme in its plainest form: layers, invisible nodes where an edge passes a layer, an order in each layer
that follows the neighbours' (barycentres), and places near the neighbours' that keep the order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

_SWEEPS = 8
_GAP = 18.0

Edge = tuple[int, int]


@dataclass(slots=True)
class Spot:
    """A node, or a place where an edge passes a layer (``node`` is None)."""

    node: int | None
    width: float
    layer: int
    x: float = 0.0
    above: list["Spot"] = field(default_factory=list)
    below: list["Spot"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Placed:
    """``spots``: of the nodes, in their order. ``routes``: of each edge, the spots that it leads through."""

    spots: list[Spot]
    routes: list[list[Spot]]
    layers: list[list[Spot]]
    width: float


def place(widths: Sequence[float], edges: Sequence[Edge]) -> Placed:
    """Places for nodes of these widths. An edge that would lead up (in a circle) leads down where it can, else is
    drawn upwards.
    """
    ranks = _ranks(len(widths), edges)
    spots = [Spot(node, width, ranks[node]) for node, width in enumerate(widths)]
    layers: list[list[Spot]] = [[] for _ in range(max(ranks, default=0) + 1)]
    for spot in spots:
        layers[spot.layer].append(spot)
    routes = [_route(spots[a], spots[b], layers) for a, b in edges]
    for sweep in range(_SWEEPS):
        _order(layers, down=sweep % 2 == 0)
    for layer in layers:
        _side_by_side(layer)
    for sweep in range(_SWEEPS):
        _pull(layers, down=sweep % 2 == 0)
    left = min((spot.x - spot.width / 2 for layer in layers for spot in layer), default=0.0)
    for layer in layers:
        for spot in layer:
            spot.x -= left
    return Placed(spots, routes, layers, max((s.x + s.width / 2 for layer in layers for s in layer), default=0.0))


def _ranks(count: int, edges: Sequence[Edge]) -> list[int]:
    """The longest path from a node that nothing leads to. Nodes on a circle come when all others are placed."""
    ranks = [0] * count
    waiting = [sum(b == node and a != node for a, b in edges) for node in range(count)]
    open_nodes = [node for node in range(count) if waiting[node] == 0]
    done: set[int] = set()
    while len(done) < count:
        if not open_nodes:
            open_nodes = [next(node for node in range(count) if node not in done)]
        node = open_nodes.pop(0)
        if node in done:
            continue
        done.add(node)
        for _, following in ((a, b) for a, b in edges if a == node and b not in done):
            ranks[following] = max(ranks[following], ranks[node] + 1)
            waiting[following] -= 1
            if waiting[following] == 0:
                open_nodes.append(following)
    return ranks


def _route(start: Spot, end: Spot, layers: list[list[Spot]]) -> list[Spot]:
    """The spots of an edge, with one in every layer that it passes."""
    route = [start]
    for layer in range(start.layer + 1, end.layer):
        passing = Spot(None, 12.0, layer)
        layers[layer].append(passing)
        route.append(passing)
    route.append(end)
    if end.layer > start.layer:
        for upper, lower in pairwise(route):
            upper.below.append(lower)
            lower.above.append(upper)
    return route


def _order(layers: list[list[Spot]], *, down: bool) -> None:
    for layer in layers if down else reversed(layers):
        here = {id(spot): place for place, spot in enumerate(layer)}
        others = {id(spot): place for other in layers if other is not layer for place, spot in enumerate(other)}

        def barycentre(spot: Spot, here: dict[int, int] = here, others: dict[int, int] = others) -> float:
            neighbours = [others[id(spot)] for spot in (spot.above if down else spot.below) if id(spot) in others]
            return sum(neighbours) / len(neighbours) if neighbours else float(here[id(spot)])

        layer.sort(key=barycentre)


def _side_by_side(layer: list[Spot]) -> None:
    x = 0.0
    for spot in layer:
        spot.x = x + spot.width / 2
        x += spot.width + _GAP
    for spot in layer:
        spot.x -= (x - _GAP) / 2


def _pull(layers: list[list[Spot]], *, down: bool) -> None:
    """Move each spot towards its neighbours, as far as the ones beside it leave room."""
    for layer in layers if down else reversed(layers):
        wanted = []
        for spot in layer:
            near = spot.above if down else spot.below
            wanted.append(sum(s.x for s in near) / len(near) if near else spot.x)
        right = float("-inf")
        for spot, x in zip(layer, wanted, strict=True):
            spot.x = max(x, right + spot.width / 2)
            right = spot.x + spot.width / 2 + _GAP
        shift = sum(x - spot.x for spot, x in zip(layer, wanted, strict=True)) / max(len(layer), 1)
        for spot in layer:
            spot.x += shift
