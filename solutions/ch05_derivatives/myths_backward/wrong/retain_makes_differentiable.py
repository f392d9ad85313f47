"""retain_graph keeps a graph for another pass; it records nothing new. create_graph=True makes a gradient differentiable, and keeps the graph too."""

import reference

FAILS = ["test_prediction[retain_is_not_create]", "test_prediction[create_graph_retains]"]

ANSWERS = {
    **reference.ANSWERS,
    "retain_is_not_create": (True, 12.0, True, 12.0),
    "create_graph_retains": ("RuntimeError", "RuntimeError", None),
}
