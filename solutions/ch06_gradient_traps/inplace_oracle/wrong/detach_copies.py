"""You give a detached tensor memory of its own; detach cuts the graph only, values and version stay shared."""

from reference import *  # noqa: F403
from reference import Oracle as Right
from reference import Variable

FAILS = ["test_shared_memory", "test_leaf"]


class Oracle(Right):
    def share(self, operation, source):
        return source if operation == "view" else Variable()


def outcome(program):
    return Oracle().outcome(program)
