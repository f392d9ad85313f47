"""Walking the graph that autograd recorded: nodes, edges, leaves, and a drawing."""

from torch import Tensor
from torch.autograd.graph import Node, get_gradient_edge


def graph_nodes(t: Tensor) -> list[str]:
    return [type(node).__name__ for node in _nodes(t)]


def graph_edges(t: Tensor) -> list[tuple[int, int]]:
    nodes = _nodes(t)
    position = {node: i for i, node in enumerate(nodes)}
    return [(i, position[following]) for i, node in enumerate(nodes) for following in _next(node)]


def leaves(t: Tensor) -> list[Tensor]:
    return [node.variable for node in _nodes(t) if hasattr(node, "variable")]


def to_dot(t: Tensor, params: dict[str, Tensor]) -> str:
    names = {id(p): name for name, p in params.items()}

    def label(node: Node) -> str:
        if not hasattr(node, "variable"):
            return type(node).__name__
        return f"{names.get(id(node.variable), 'leaf')} {tuple(node.variable.shape)}"

    lines = [f'  {i} [label="{label(node)}"]' for i, node in enumerate(_nodes(t))]
    lines += [f"  {i} -> {j}" for i, j in graph_edges(t)]
    return "\n".join(["digraph {", *lines, "}"])


def _nodes(t: Tensor) -> list[Node]:
    """All nodes, users first: a depth-first walk notes a node when all behind it are noted, and is read backwards."""
    if not t.requires_grad:
        raise TypeError("a tensor that does not require grad has no graph")
    # A leaf's grad_fn is None, but its gradient edge leads to its AccumulateGrad.
    noted, seen, stack = [], set(), [(get_gradient_edge(t).node, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            noted.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(following, False) for following in _next(node)]
    return noted[::-1]


def _next(node: Node) -> list[Node]:
    """The nodes that get a gradient from this one; an input that needs none has None in the place of a node."""
    return [following for following, _ in node.next_functions if following is not None]
