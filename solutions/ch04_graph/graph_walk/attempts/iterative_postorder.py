"""Right: depth-first search with an explicit stack, the post-order turned round."""

import torch


def all_nodes(t):
    if not t.requires_grad:
        raise TypeError("no graph")
    if t.grad_fn is not None:
        start = t.grad_fn
    else:
        start = torch.autograd.graph.get_gradient_edge(t)[0]
    seen = set()
    post = []
    todo = [(start, False)]
    while todo:
        node, finished = todo.pop()
        if finished:
            post.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        todo.append((node, True))
        for pair in node.next_functions:
            if pair[0] is not None and pair[0] not in seen:
                todo.append((pair[0], False))
    post.reverse()
    return post


def graph_nodes(t):
    return [n.__class__.__name__ for n in all_nodes(t)]


def graph_edges(t):
    nodes = all_nodes(t)
    number = dict(zip(nodes, range(len(nodes))))
    edges = []
    for node in nodes:
        for nxt, _ in node.next_functions:
            if nxt is not None:
                edges.append((number[node], number[nxt]))
    return edges


def leaves(t):
    out = []
    for node in all_nodes(t):
        if type(node).__name__ == "AccumulateGrad":
            out.append(node.variable)
    return out


def to_dot(t, params):
    text = "digraph {\n"
    for k, node in enumerate(all_nodes(t)):
        if type(node).__name__ == "AccumulateGrad":
            name = "leaf"
            for key, value in params.items():
                if value is node.variable:
                    name = key
            label = name + " " + str(tuple(node.variable.shape))
        else:
            label = type(node).__name__
        text += '  %d [label="%s"]\n' % (k, label)
    for i, j in graph_edges(t):
        text += "  %d -> %d\n" % (i, j)
    return text + "}\n"
