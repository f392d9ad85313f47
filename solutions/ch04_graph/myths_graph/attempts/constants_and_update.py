"""Right: the same answers put together from constants and by update."""

NONE = None
ERROR = "RuntimeError"
LEAF = "AccumulateGrad"

nodes = dict(
    leaf=(NONE, "MulBackward0", LEAF),
    node_classes=(False, True, False),
    next_functions=(False, 2, (LEAF, NONE)),
    leaves=((True, True), (True, False), (False, True), (False, True)),
    matmul=tuple(n + "Backward0" for n in ("Dot", "Mv", "Mm", "UnsafeView")),
    linear=tuple(n + "Backward0" for n in ("Addmm", "Mm", "View")),
    sum_over_rows=("SumBackward0", "SumBackward1", (3, 2)),
    in_place=(("MulBackward0", "ViewBackward0"), "AddBackward0", "AsStridedBackward0"),
    saved=("AttributeError", 3, 2),
    call_a_node=("AttributeError", 4, NONE),
)
backward = dict(
    which_may=(NONE, NONE, ERROR, NONE),
    two_complaints=(("does not require grad",), ("scalar outputs",)),
    implicit_gradient=("torch.float64", (1, 1), 1.0),
    keyword=("TypeError", NONE, NONE),
    shape_of_the_gradient=(ERROR, ERROR, NONE, ERROR),
    broadcast=((3, 1), 2 * 4.0, (4,), 2 * 3 * 10.0),
    diamond=(1, 1 + 1 + 5.0),
    order=("AddBackward0", "SinBackward0", "ExpBackward0", "MulBackward0"),
    twice=(NONE,) * 2 + (ERROR,) * 3,
    learning_rate=(-0.1, -0.2, -1.2),
)
ANSWERS = {}
ANSWERS.update(nodes)
ANSWERS.update(backward)
