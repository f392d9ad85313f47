"""Your sort calls itself for every operand: Python stops at about 1,000 nested calls. Keep a stack of your own."""

from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_long_chain"]


class Value(Right):
    def _consumers_first(self):
        order, seen = [], set()

        def visit(value):
            if id(value) not in seen:
                seen.add(id(value))
                for parent in value._parents:
                    visit(parent)
                order.append(value)

        visit(self)
        return order[::-1]
