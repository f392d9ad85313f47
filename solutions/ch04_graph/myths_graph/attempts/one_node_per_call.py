"""Wrong: believes that nodes are Functions named after the Python call, and run as often as they are used."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "leaf": (None, "MulBackward0", "AccumulateGrad"),
    "node_classes": (True, True, True),
    "next_functions": (True, 1, ("AccumulateGrad",)),
    "leaves": ((True, True), (True, False), (False, True), (False, True)),
    "matmul": ("MatmulBackward0", "MatmulBackward0", "MatmulBackward0", "MatmulBackward0"),
    "linear": ("LinearBackward0", "LinearBackward0", "LinearBackward0"),
    "sum_over_rows": ("SumBackward0", "SumBackward1", (3, 2)),
    "in_place": (("MulBackward0", "ViewBackward0"), "AddBackward0", "AsStridedBackward0"),
    "saved": ((2.0,), 3, 2.0),
    "call_a_node": ("AttributeError", 4.0, None),
    "which_may": (None, None, "RuntimeError", None),
    "two_complaints": (("does not require grad",), ("scalar outputs",)),
    "implicit_gradient": ("torch.float64", (1, 1), 1.0),
    "keyword": ("TypeError", None, None),
    "shape_of_the_gradient": ("RuntimeError", "RuntimeError", None, "RuntimeError"),
    "broadcast": ((3, 1), 8.0, (4,), 60.0),
    "diamond": (3, 1.0),
    "order": ("AddBackward0", "ExpBackward0", "MulBackward0", "SinBackward0"),
    "twice": (None, None, "RuntimeError", "RuntimeError", "RuntimeError"),
    "learning_rate": (-0.1, -5.1, -6.1),
}
