"""You go through the graph level by level: a value that is reached early passes its gradient on before all its users have reported."""

from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_used_twice", "test_random_expressions"]


class Value(Right):
    def _consumers_first(self):
        order, seen, queue = [], {id(self)}, [self]
        while queue:
            value = queue.pop(0)
            order.append(value)
            for parent in value._parents:
                if id(parent) not in seen:
                    seen.add(id(parent))
                    queue.append(parent)
        return order
