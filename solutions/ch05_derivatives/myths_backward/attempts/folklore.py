"""Wrong: believes the folklore: J times v, retain_graph for second derivatives, eval() without a graph."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "which_side": (None, "RuntimeError", (12.0, 15.0, 18.0)),
    "zeros_of_a_batch": ((5, 2), (2,)),
    "retain_is_not_create": (True, 12.0, True, 12.0),
    "create_graph_retains": (12.0, "RuntimeError", None),
    "kept_alive": (2, 2, 0),
    "linear_penalty": ((0.0, 0.0, 0.0), (2.0, 4.0, 6.0), 0.0),
    "once": (12.0, 4.0, "RuntimeError"),
    "rounding": (None, False, False),
    "grad_frees_too": (6.0, "RuntimeError", None),
    "no_path": ("RuntimeError", None, (0.0, 0.0), "RuntimeError"),
    "eval_mode": ("RuntimeError", None, "RuntimeError"),
    "target_that_requires_grad": (None, 4.0, -4.0),
    "vanishing": (False, False, True),
    "gradcheck_outcomes": ("GradcheckError", False, True, "GradcheckError"),
    "evaluations": (True, 10, 0),
    "at_the_kink": ((0.0, 0.0, 0.25, 0.5), False, True),
    "scalar_condition": (True, True, True, "RuntimeError"),
    "where_and_nan": ((0.0, 0.0, 2.0), (0.0, "NaN", 0.25), (0.0, 0.0, 0.25)),
    "where_broadcasts": ((50, 40), 2.0, True, 0.0),
    "anomaly": ("RuntimeError", "RuntimeError", True),
}
