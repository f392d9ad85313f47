import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from grader.report.graph import draw_graph, sketch_graph
from grader.report.layers import place
from grader.report.picture import Graph, GraphNode
from tests.report import samples


def test_edges_lead_down() -> None:
    placed = place([40.0] * 6, [(0, 1), (1, 2), (0, 2), (2, 3), (2, 4), (4, 5), (3, 5)])
    assert [spot.layer for spot in placed.spots] == [0, 1, 2, 3, 3, 4]
    assert all(route[0].layer < route[-1].layer for route in placed.routes)


def test_an_edge_that_passes_layers_has_a_place_in_each() -> None:
    placed = place([40.0] * 4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    assert [spot.layer for spot in placed.routes[3]] == [0, 1, 2, 3]
    assert [spot.node for spot in placed.routes[3]] == [0, None, None, 3]


@given(st.integers(1, 30), st.data())
def test_boxes_never_overlap(count: int, data: st.DataObject) -> None:
    ends = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(ends, ends), max_size=60))
    widths = data.draw(st.lists(st.floats(20, 200), min_size=count, max_size=count))
    placed = place(widths, edges)
    for layer in placed.layers:
        for left, right in itertools.pairwise(layer):
            assert left.x + left.width / 2 < right.x - right.width / 2
    assert all(spot.x - spot.width / 2 + 1e-6 >= 0 and spot.x + spot.width / 2 <= placed.width for spot in placed.spots)


def test_nodes_have_a_box_by_their_role() -> None:
    drawing = draw_graph(samples.graph())
    boxes = {path.style: path.d.count("z") for path in drawing.paths}
    assert boxes == {"edge": 0, "head": 7, "node leaf": 2, "node operation": 2, "node result": 1, "node student": 1}
    assert next(swatch.text for swatch in drawing.legend) == "the result"
    assert "AddmmBackward0 leads to bias (4,), in your code." in drawing.description
    assert drawing.note == "2 more nodes not drawn."


def test_two_edges_between_two_nodes_are_two_lines() -> None:
    edges = next(path.d for path in draw_graph(samples.graph()).paths if path.style == "edge")
    starts = re.findall(r"M([\d.]+) ([\d.]+)", edges)
    assert len(set(starts)) == 5  # of seven: those of one node begin together, but for the two of one pair


def test_characters_are_a_tree() -> None:
    assert sketch_graph(samples.graph(), 72) == [
        "MeanBackward0",
        "├ MulBackward0",
        "│ ├ AddmmBackward0 [1]",
        "│ │ ├ bias (4,)",
        "│ │ └ in your code",
        "│ │   └ weight (4, 3) [2]",
        "│ └ AddmmBackward0 [1], as above",
        "└ weight (4, 3) [2], as above",
        "2 more nodes not drawn.",
    ]


def test_a_circle_is_drawn_and_ends() -> None:
    nodes = [GraphNode(label=f"n{i}") for i in range(3)]
    circle = Graph(title="g", nodes=nodes, edges=[(0, 1), (1, 2), (2, 0), (1, 1)])
    assert draw_graph(circle).width > 0
    assert sketch_graph(circle, 72) == [
        "n0",
        "└ n1 [1]",
        "  ├ n2",
        "  │ └ n0, as above",
        "  └ n1 [1], as above",
    ]


def test_no_node_is_a_sentence() -> None:
    assert draw_graph(Graph(title="g", nodes=[], edges=[])).note == "There is no node."
    assert sketch_graph(Graph(title="g", nodes=[], edges=[]), 72) == ["There is no node."]


def test_an_edge_to_nowhere_is_refused() -> None:
    with pytest.raises(ValidationError, match="not there"):
        Graph(title="g", nodes=[GraphNode(label="a")], edges=[(0, 1)])
    with pytest.raises(ValidationError, match="at most 60"):
        Graph(title="g", nodes=[GraphNode(label="a")] * 61, edges=[])
