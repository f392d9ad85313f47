"""You let every write into the graph raise; only what backward needs, and leaves while autograd records, are protected."""

import reference

FAILS = ["test_prediction[which_writes_raise]", "test_prediction[layer_then_writes]"]

ANSWERS = {
    **reference.ANSWERS,
    "which_writes_raise": ("RuntimeError", "RuntimeError", "RuntimeError", "RuntimeError"),
    "layer_then_writes": ("ReluBackward0", "RuntimeError"),
}
