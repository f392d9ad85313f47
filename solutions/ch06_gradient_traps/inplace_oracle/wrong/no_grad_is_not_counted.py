"""You do not count writes under no_grad; they record no operation, but the version goes up all the same."""

from reference import *  # noqa: F403
from reference import Oracle as Right

FAILS = ["test_product_saves_what_it_needs", "test_shared_memory", "test_leaf", "test_writes_are_operations"]


class Oracle(Right):
    def write(self, variable, operation, arguments):
        super().write(variable, "double_data" if operation == "double_no_grad" else operation, arguments)


def outcome(program):
    return Oracle().outcome(program)
