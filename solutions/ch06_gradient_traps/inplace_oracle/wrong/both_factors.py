"""You let a product save both factors always; it keeps a factor only when the other one needs a gradient."""

from reference import *  # noqa: F403
from reference import Oracle as Right

FAILS = ["test_product_saves_what_it_needs", "test_random_programs"]


class Oracle(Right):
    def needed(self, operation, result, arguments):
        return arguments if operation == "mul" else super().needed(operation, result, arguments)


def outcome(program):
    return Oracle().outcome(program)
