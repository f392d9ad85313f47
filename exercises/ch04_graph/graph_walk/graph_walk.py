"""Walking the graph that autograd recorded: nodes, edges, leaves, and a drawing."""

from torch import Tensor


def graph_nodes(t: Tensor) -> list[str]:
    """The class names of all nodes of t's graph, each node once, t's own node first, every node after all its users.

    t: any shape, requires grad. Raises TypeError when t has no graph.
    """
    raise NotImplementedError


def graph_edges(t: Tensor) -> list[tuple[int, int]]:
    """Which node hands its gradients to which: pairs (i, j) of positions in graph_nodes(t).

    One pair for every entry of next_functions that leads to a node; sorted by i, then in the order of next_functions.
    Raises TypeError when t has no graph.
    """
    raise NotImplementedError


def leaves(t: Tensor) -> list[Tensor]:
    """The tensors that a backward from t would give a .grad: the very objects, each once, in any order.

    Raises TypeError when t has no graph.
    """
    raise NotImplementedError


def to_dot(t: Tensor, params: dict[str, Tensor]) -> str:
    """The graph as Graphviz text, in the format of the statement.

    params: names for leaves; a leaf that is none of these tensors is called "leaf".
    Raises TypeError when t has no graph.
    """
    raise NotImplementedError
