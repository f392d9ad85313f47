"""Hidden checks for graph_walk."""

import re

import pytest
import torch
from fixtures import evaluate
from graph_walk import graph_edges, graph_nodes, leaves, to_dot
from torch.nn import functional as F

from grader.checks import assert_raises_clearly, assert_same_object, autograd_graph, show

# Name: the shapes of the leaves ("constant" needs no gradient), and steps as `fixtures.evaluate` takes them.
GRAPHS = {
    "x @ w + b": (["2 3", "3 1", "1"], [("mm", 0, 1), ("add", 3, 2)]),
    "(x ** 2 + 3 * x).sum()": (["4"], [("pow", 0, 2.0), ("mul", 0, 3.0), ("add", 1, 2), ("sum", 3)]),
    "constant @ w": (["constant 2 3", "3 1"], [("mm", 0, 1)]),
    "constant + x.exp() * constant": (["constant 2", "2"], [("exp", 1), ("mul", 2, 0), ("add", 0, 3)]),
    "a Linear-ReLU-Linear net": (
        ["constant 5 3", "4 3", "4", "1 4", "1"],
        [("linear", 0, 1, 2), ("relu", 5), ("linear", 6, 3, 4), ("mean", 7)],
    ),
    "x * x": (["0"], [("mul", 0, 0)]),
    "(c @ w) @ w": (["constant 2 2", "2 2"], [("mm", 0, 1), ("mm", 2, 1)]),
    "y * y.exp() with y = sin(x)": (["1"], [("sin", 0), ("exp", 1), ("mul", 1, 2)]),
    "x = x + x, ten times": ([""], [("add", i, i) for i in range(10)]),
    "a * b with a, b = x.unbind()": (["2 3"], [("unbind", 0), ("mul", 1, 2)]),
}


def evaluate_here(steps, inputs):
    """What `fixtures.evaluate` does, on this side: the graph that the student's answer is compared with."""
    values = list(inputs)
    for name, *arguments in steps:
        function = getattr(torch, name, None) or getattr(F, name)
        result = function(*(values[a] if isinstance(a, int) else a for a in arguments))
        values += result if isinstance(result, tuple) else [result]
    return values[-1]


def draw(rng, specs):
    inputs = []
    for spec in specs:
        shape = [int(size) for size in spec.removeprefix("constant").split()]
        inputs.append(torch.randn(shape, generator=rng).requires_grad_(not spec.startswith("constant")))
    return inputs


def random_graph(rng, length=8):
    """Three leaves and random steps; half of the operands are the newest results, so that the graph gets deep."""

    def below(high):
        return int(torch.randint(high, (), generator=rng))

    steps = []
    for at in range(3, 3 + length):
        name, operands = [("add", 2), ("mul", 2), ("mm", 2), ("sin", 1), ("relu", 1)][below(5)]
        steps.append((name, *(at - 1 if at > 3 and below(2) else below(at) for _ in range(operands))))
    # Whatever came before, the result depends on the first leaf and on the last step.
    return ["2 2", "2 2", "constant 2 2"], [*steps, ("add", 0, 2 + length), ("exp", 3 + length)]


def listing(steps):
    """Random steps as lines of torch."""
    lines = [f"v{i} = torch.randn(2, 2, requires_grad=True)" for i in (0, 1)] + ["v2 = torch.randn(2, 2)"]
    for at, (name, *operands) in enumerate(steps, 3):
        lines.append(f"v{at} = torch.{name}({', '.join(f'v{i}' for i in operands)})")
    return "\n".join([*lines, f"t = v{2 + len(steps)}"])


def true_graph(t):
    """Class names and edges of the graph of a tensor of this side, in breadth-first order from its node."""
    nodes = [torch.autograd.graph.get_gradient_edge(t).node]
    edges = []
    for i, node in enumerate(nodes):
        for following, _ in node.next_functions:
            if following is not None:
                if following not in nodes:
                    nodes.append(following)
                edges.append((i, nodes.index(following)))
    return nodes, edges


def labels_of(nodes, names=None):
    """Class names; with `names` (id -> name) leaves are called as to_dot calls them."""
    return [
        f"{names.get(id(node.variable), 'leaf')} {tuple(node.variable.shape)}"
        if names is not None and hasattr(node, "variable")
        else type(node).__name__
        for node in nodes
    ]


def outline(labels, edges):
    """The graph in words that do not depend on how its nodes are numbered: each node's label and where it leads.

    Nodes are numbered anew in the order in which a walk from node 0 along the edges, in their order, meets them.
    """
    met, lines = [0], []
    for i in met:
        following = [j for a, j in edges if a == i]
        met += [j for k, j in enumerate(following) if j not in met and j not in following[:k]]
        lines.append(f"{labels[i]} -> {[f'{labels[j]} #{met.index(j)}' for j in following]}")
    return lines


def nodes_of(t):
    names = graph_nodes(t)
    assert isinstance(names, list), f"`graph_nodes` should return a list; yours returns {type(names).__name__}"
    odd = {type(name).__name__ for name in names} - {"str"}
    assert not odd, f"`graph_nodes` should hold strings; yours holds {', '.join(sorted(odd))}"
    return names


def read(t):
    """graph_nodes and graph_edges of a tensor; what makes no sense as an answer is told here."""
    names, edges = nodes_of(t), graph_edges(t)
    assert isinstance(edges, list), f"`graph_edges` should return a list; yours returns {type(edges).__name__}"
    odd = [edge for edge in edges if not (isinstance(edge, tuple) and len(edge) == 2)]
    assert not odd, f"`graph_edges` should hold pairs of positions; yours holds {odd[:1]}"
    beyond = [edge for edge in edges if not all(i in range(len(names)) for i in edge)]
    assert not beyond, f"`graph_edges` names position {beyond[:1]}; graph_nodes has {len(names)} nodes"
    return names, edges


def expect_names(names, t, what):
    expected = sorted(labels_of(true_graph(t)[0]))
    with show(lambda: autograd_graph(t, "The graph")):
        assert sorted(names) == expected, f"the nodes of {what} are {expected}; yours, sorted, are {sorted(names)}"


def expect_order(names, edges, what):
    back = [(i, j) for i, j in edges if i >= j]
    assert not back, (
        f"in your graph_nodes for {what}, {names[back[0][1]]} (position {back[0][1]}) comes before "
        f"{names[back[0][0]]} (position {back[0][0]}), which uses it: all users come first"
    )


def expect_graph(names, edges, t, what):
    nodes, true_edges = true_graph(t)
    expected = outline(labels_of(nodes), true_edges)
    actual = outline(names, edges)
    wrong = [pair for pair in zip(expected, actual, strict=False) if pair[0] != pair[1]]
    with show(lambda: autograd_graph((names, edges), "Yours"), lambda: autograd_graph(t, "Right")):
        assert len(edges) == len(true_edges), f"the graph of {what} has {len(true_edges)} edges; yours has {len(edges)}"
        assert not wrong, f"in the graph of {what} there is {wrong[0][0]}; in its place yours has {wrong[0][1]}"


def parse(dot):
    """Labels and edges of a drawing in the statement's format."""
    assert isinstance(dot, str), f"`to_dot` should return a string; yours returns {type(dot).__name__}"
    first, *lines, last = [line.strip() for line in dot.strip().splitlines()] or ["", ""]
    assert first == "digraph {", f"the first line of the drawing should be 'digraph {{'; yours is {first!r}"
    assert last == "}", f"the last line of the drawing should be '}}'; yours is {last!r}"
    labels, edges = {}, []
    for line in lines:
        node = re.fullmatch(r'(\d{1,6}) \[label="([^"]*)"\];?', line)
        edge = re.fullmatch(r"(\d{1,6}) -> (\d{1,6});?", line)
        assert node or edge, f"a line of the drawing is neither a node nor an edge: {line!r}"
        if node:
            assert int(node[1]) not in labels, f"the drawing has two nodes with the number {node[1]}"
            labels[int(node[1])] = node[2]
        else:
            edges.append((int(edge[1]), int(edge[2])))
    assert set(labels) == set(range(len(labels))), f"the nodes of the drawing are numbered {sorted(labels)}"
    unknown = [edge for edge in edges if not set(edge) <= set(labels)]
    assert not unknown, f"an edge of the drawing leads to a number that is no node: {unknown[:1]}"
    return [labels[i] for i in range(len(labels))], edges


def expect_drawing(dot, t, params, what):
    labels, edges = parse(dot)
    nodes, true_edges = true_graph(t)
    expected = labels_of(nodes, {id(p): name for name, p in params.items()})
    with show(
        lambda: autograd_graph((labels, edges), "Yours", known=expected),
        lambda: autograd_graph(t, "Right", names=params),
    ):
        assert sorted(labels) == sorted(expected), (
            f"the labels for {what} are {sorted(expected)}; yours: {sorted(labels)}"
        )
        lines, right = outline(labels, edges), outline(expected, true_edges)
        wrong = [pair for pair in zip(right, lines, strict=False) if pair[0] != pair[1]]
        assert not wrong, f"in the drawing of {what} there is {wrong[0][0]}; in its place yours has {wrong[0][1]}"
        assert len(edges) == len(true_edges), f"the drawing of {what} has {len(true_edges)} edges; yours: {len(edges)}"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example(rng):
    """The example of the statement: nodes and edges of x @ w + b"""
    shapes, steps = GRAPHS["x @ w + b"]
    inputs = draw(rng, shapes)
    names, edges = read(evaluate(steps, inputs))
    here = evaluate_here(steps, inputs)
    expect_names(names, here, "x @ w + b")
    expect_order(names, edges, "x @ w + b")
    expect_graph(names, edges, here, "x @ w + b")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_dot(rng):
    """The example of the statement: a drawing of x @ w + b"""
    shapes, steps = GRAPHS["x @ w + b"]
    x, w, b = draw(rng, shapes)
    dot = to_dot(evaluate(steps, [x, w, b]), {"w": w, "b": b})
    expect_drawing(dot, evaluate_here(steps, [x, w, b]), {"w": w, "b": b}, "x @ w + b")


@pytest.mark.points(2)
def test_nodes(rng):
    """graph_nodes: each node once, however often it is used; nothing for inputs that need no gradient"""
    for what, (shapes, steps) in GRAPHS.items():
        inputs = draw(rng, shapes)
        expect_names(nodes_of(evaluate(steps, inputs)), evaluate_here(steps, inputs), what)


@pytest.mark.points(2)
@pytest.mark.depends("test_nodes")
def test_order(rng):
    """graph_nodes: every node comes after all its users"""
    for _ in range(30):
        shapes, steps = random_graph(rng)
        inputs = draw(rng, shapes)
        names, edges = read(evaluate(steps, inputs))
        here = evaluate_here(steps, inputs)
        with show(lambda here=here: autograd_graph(here, "The graph"), inputs={"program": listing(steps)}):
            expect_order(names, edges, "the program")


@pytest.mark.points(2)
@pytest.mark.depends("test_nodes")
def test_edges(rng):
    """graph_edges: one pair for each way that a gradient takes, two for x * x"""
    for what, (shapes, steps) in GRAPHS.items():
        inputs = draw(rng, shapes)
        expect_graph(*read(evaluate(steps, inputs)), evaluate_here(steps, inputs), what)


@pytest.mark.points(1)
@pytest.mark.depends("test_nodes")
def test_edges_are_sorted(rng):
    """graph_edges: sorted by i, then in the order of next_functions"""
    for _ in range(10):
        shapes, steps = random_graph(rng)
        inputs = draw(rng, shapes)
        names, edges = read(evaluate(steps, inputs))
        starts = [i for i, _ in edges]
        with show(inputs={"program": listing(steps)}):
            assert starts == sorted(starts), f"the pairs should be sorted by their first number; yours are {edges}"
            expect_graph(names, edges, evaluate_here(steps, inputs), "the program")


@pytest.mark.points(1)
def test_leaf_alone(rng):
    """A leaf that requires grad is a graph of one node"""
    for leaf in draw(rng, ["", "0", "2 3"]):
        assert graph_nodes(leaf) == ["AccumulateGrad"], "a leaf's grad_fn is None, but it has a node: AccumulateGrad"
        assert graph_edges(leaf) == [], f"a leaf alone has no edges; yours are {graph_edges(leaf)}"
        found = leaves(leaf)
        assert len(found) == 1, f"the leaves of a leaf are the leaf itself; yours are {len(found)} tensors"
        assert_same_object(found[0], leaf)
        assert parse(to_dot(leaf, {"p": leaf})) == ([f"p {tuple(leaf.shape)}"], []), "the drawing of a leaf is one node"


@pytest.mark.points(1)
def test_no_graph(rng):
    """TypeError for a tensor that does not require grad"""
    constant, w = draw(rng, ["constant 2 2", "2 2"])
    for t in (constant, evaluate([("mm", 0, 0), ("exp", 1)], [constant]), evaluate([("mm", 0, 1)], [w, w]).detach()):
        for function in (graph_nodes, graph_edges, leaves):
            assert_raises_clearly(TypeError, function, t)
        assert_raises_clearly(TypeError, to_dot, t, {})


@pytest.mark.points(2)
def test_leaves(rng):
    """leaves: the very tensors that require grad, each once"""
    for what, (shapes, steps) in GRAPHS.items():
        inputs = draw(rng, shapes)
        found = leaves(evaluate(steps, inputs))
        expected = [x for x in inputs if x.requires_grad]
        assert isinstance(found, list), f"`leaves` should return a list; yours returns {type(found).__name__}"
        assert len(found) == len(expected), f"the number of leaves of {what} is {len(expected)}; yours is {len(found)}"
        missing = [tuple(x.shape) for x in expected if not any(x is y for y in found)]
        assert not missing, f"a leaf of {what}, of shape {missing[:1]}, is not among yours, or only an equal copy of it"


@pytest.mark.points(2)
@pytest.mark.depends("test_example_dot")
def test_dot(rng):
    """to_dot: leaves get the names of the very tensors in params, also where others are equal"""
    for what, (shapes, steps) in GRAPHS.items():
        inputs = [(x * 0 + 1).detach().requires_grad_(x.requires_grad) for x in draw(rng, shapes)]
        named = {f"layer.{i}": x for i, x in enumerate(inputs) if i != 1}
        spare = {"spare": torch.ones_like(inputs[0]), **named, "spare2": torch.ones_like(inputs[-1])}
        expect_drawing(to_dot(evaluate(steps, inputs), spare), evaluate_here(steps, inputs), named, what)


@pytest.mark.points(1)
@pytest.mark.depends("test_nodes")
def test_long_chain():
    """3,000 operations in a row: Python allows only 1,000 nested calls"""
    x = torch.ones((), requires_grad=True)
    t = evaluate([("sin", i) for i in range(3000)], [x])
    assert graph_nodes(t) == ["SinBackward0"] * 3000 + ["AccumulateGrad"], "3,000 sines give 3,000 nodes and a leaf"
    assert graph_edges(t) == [(i, i + 1) for i in range(3000)], "each sine hands its gradient to the one before"
    assert len(leaves(t)) == 1, "the only leaf is at the end"
    assert len(parse(to_dot(t, {}))[0]) == 3001, "the drawing has a line for each of 3,001 nodes"
