"""Predictions of what the snippets in the statement give."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "leaf": ...,
    "node_classes": ...,
    "next_functions": ...,
    "leaves": ...,
    "matmul": ...,
    "linear": ...,
    "sum_over_rows": ...,
    "in_place": ...,
    "saved": ...,
    "call_a_node": ...,
    "which_may": ...,
    "two_complaints": ...,
    "implicit_gradient": ...,
    "keyword": ...,
    "shape_of_the_gradient": ...,
    "broadcast": ...,
    "diamond": ...,
    "order": ...,
    "twice": ...,
    "learning_rate": ...,
}
