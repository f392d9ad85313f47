"""You follow each path of the graph by itself; the engine runs a node once, after all of its users, the latest made first."""

import reference

FAILS = ["test_prediction[diamond]", "test_prediction[order]"]

ANSWERS = {
    **reference.ANSWERS,
    "diamond": (3, 1.0),
    "order": ("AddBackward0", "ExpBackward0", "MulBackward0", "SinBackward0"),
}
