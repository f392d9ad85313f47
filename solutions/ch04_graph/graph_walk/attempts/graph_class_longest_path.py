"""Right: a class that sorts the nodes by the length of the longest path from t."""

import torch
from torch import Tensor


class Graph:
    def __init__(self, t: Tensor):
        if not isinstance(t, Tensor) or not t.requires_grad:
            raise TypeError("t does not require grad")
        root = torch.autograd.graph.get_gradient_edge(t).node
        found, indegree, stack = [root], {root: 0}, [root]
        while stack:
            n = stack.pop()
            for c in self.children(n):
                if c not in indegree:
                    indegree[c] = 0
                    found.append(c)
                    stack.append(c)
                indegree[c] += 1
        self.depth = {n: 0 for n in found}
        free = [root]
        while free:
            n = free.pop()
            for c in self.children(n):
                self.depth[c] = max(self.depth[c], self.depth[n] + 1)
                indegree[c] -= 1
                if not indegree[c]:
                    free.append(c)
        self.nodes = sorted(found, key=lambda n: self.depth[n])

    @staticmethod
    def children(n):
        return [c for c, _ in n.next_functions if c is not None]

    def position(self):
        return {n: i for i, n in enumerate(self.nodes)}

    def names(self):
        return [type(n).__name__ for n in self.nodes]

    def edges(self):
        p = self.position()
        return [(p[n], p[c]) for n in self.nodes for c in self.children(n)]

    def leaf_of(self, n):
        return n.variable if type(n).__name__ == "AccumulateGrad" else None


def graph_nodes(t):
    return Graph(t).names()


def graph_edges(t):
    return Graph(t).edges()


def leaves(t):
    g = Graph(t)
    found = {}
    for n in g.nodes:
        leaf = g.leaf_of(n)
        if leaf is not None:
            found[id(leaf)] = leaf
    return list(found.values())


def to_dot(t, params):
    g = Graph(t)
    out = ["digraph {"]
    for i, n in enumerate(g.nodes):
        leaf = g.leaf_of(n)
        if leaf is None:
            out.append(f'  {i} [label="{type(n).__name__}"]')
        else:
            key = next((k for k, v in params.items() if v is leaf), "leaf")
            out.append(f'  {i} [label="{key} {tuple(leaf.shape)}"]')
    for i, j in g.edges():
        out.append(f"  {i} -> {j}")
    out.append("}")
    return "\n".join(out)
