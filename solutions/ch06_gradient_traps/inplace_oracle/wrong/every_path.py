"""You walk along every path; 40 sums of a tensor with itself make a million million of them. Visit each node once."""

from reference import *  # noqa: F403
from reference import Oracle as Right

FAILS = ["test_many_paths"]


class Oracle(Right):
    def reachable(self, root):
        nodes = [root] if root else []
        for node in nodes:
            nodes.extend(node.inputs)
            if len(nodes) > 1_000_000:
                return []
        return nodes


def outcome(program):
    return Oracle().outcome(program)
