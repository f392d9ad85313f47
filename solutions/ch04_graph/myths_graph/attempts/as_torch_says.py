"""Right: what torch 2.13 gives, as literals."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "leaf": (None, "MulBackward0", "AccumulateGrad"),
    "node_classes": (False, True, False),
    "next_functions": (False, 2, ("AccumulateGrad", None)),
    "leaves": ((True, True), (True, False), (False, True), (False, True)),
    "matmul": ("DotBackward0", "MvBackward0", "MmBackward0", "UnsafeViewBackward0"),
    "linear": ("AddmmBackward0", "MmBackward0", "ViewBackward0"),
    "sum_over_rows": ("SumBackward0", "SumBackward1", (3, 2)),
    "in_place": (("MulBackward0", "ViewBackward0"), "AddBackward0", "AsStridedBackward0"),
    "saved": ("AttributeError", 3, 2.0),
    "call_a_node": ("AttributeError", 4.0, None),
    "which_may": (None, None, "RuntimeError", None),
    "two_complaints": (("does not require grad",), ("scalar outputs",)),
    "implicit_gradient": ("torch.float64", (1, 1), 1.0),
    "keyword": ("TypeError", None, None),
    "shape_of_the_gradient": ("RuntimeError", "RuntimeError", None, "RuntimeError"),
    "broadcast": ((3, 1), 8.0, (4,), 60.0),
    "diamond": (1, 7.0),
    "order": ("AddBackward0", "SinBackward0", "ExpBackward0", "MulBackward0"),
    "twice": (None, None, "RuntimeError", "RuntimeError", "RuntimeError"),
    "learning_rate": (-0.1, -0.2, -1.2),
}
