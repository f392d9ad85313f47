"""Right: what torch 2.13 gives, as literals."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "which_side": ("RuntimeError", None, (41.0, 52.0, 63.0)),
    "zeros_of_a_batch": ((5, 2), (2,)),
    "retain_is_not_create": (False, "RuntimeError", True, 12.0),
    "create_graph_retains": (12.0, "RuntimeError", None),
    "kept_alive": (2, 2, 0),
    "linear_penalty": ("RuntimeError", (2.0, 4.0, 6.0), None),
    "once": (12.0, 4.0, "RuntimeError"),
    "rounding": ((0.0, 0.0), True, False),
    "grad_frees_too": (6.0, "RuntimeError", None),
    "no_path": ("RuntimeError", None, (0.0, 0.0), "RuntimeError"),
    "eval_mode": (None, (3.0, 5.0), "RuntimeError"),
    "target_that_requires_grad": (None, 4.0, -4.0),
    "vanishing": (False, True, True),
    "gradcheck_outcomes": ("GradcheckError", False, True, "GradcheckError"),
    "evaluations": (True, 10, 0),
    "at_the_kink": ((0.0, 0.0, 0.25, 0.5), False, True),
    "scalar_condition": (True, True, True, "RuntimeError"),
    "where_and_nan": ((0.0, 0.0, 2.0), ("NaN", "NaN", 0.25), (0.0, 0.0, 0.25)),
    "where_broadcasts": ((50, 40), 2.0, True, 0.0),
    "anomaly": (None, "RuntimeError", True),
}
