"""You look at everything that was ever saved; backward looks at what the result was computed from, and at nothing else."""

from reference import *  # noqa: F403
from reference import Oracle as Right

FAILS = ["test_shared_memory", "test_only_what_backward_reaches", "test_writes_are_operations"]


class Oracle(Right):
    def __init__(self):
        self.nodes = []

    def record(self, arguments):
        node = super().record(arguments)
        self.nodes.append(node)
        return node

    def reachable(self, root):
        return [node for node in self.nodes if node]


def outcome(program):
    return Oracle().outcome(program)
