"""You let every write into the graph raise; only what an operation saved may not change. sin does not need its result."""

from reference import *  # noqa: F403
from reference import Oracle as Right

FAILS = ["test_example", "test_what_is_saved", "test_product_saves_what_it_needs", "test_writes_are_operations"]


class Oracle(Right):
    def needed(self, operation, result, arguments):
        return [result, *arguments]


def outcome(program):
    return Oracle().outcome(program)
